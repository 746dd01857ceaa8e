import { describe, expect, test } from "vitest";
import type { RawRequest } from "../../fixtures/raw-http-server.ts";
import { connectedOverHttp, LEGACY, MODERN, noticed, signal } from "./harness.ts";

const answer = (request: RawRequest, more: object = {}) => ({
  jsonrpc: "2.0",
  id: request.message["id"],
  result: { resultType: "complete", ...more },
});
const methods = (requests: readonly RawRequest[]) => requests.flatMap(({ message }) => message["method"] ?? []);
const region = { type: "string", "x-mcp-header": "Region" };
const tool = { name: "x", inputSchema: { type: "object", properties: { region } } };

test.each([
  ["tools/call", { name: "weather" }, "weather"],
  ["tools/call", { name: "größe" }, "=?base64?Z3LDtsOfZQ==?="],
  ["tools/call", { name: " x" }, "=?base64?IHg=?="],
  ["prompts/get", { name: "p" }, "p"],
  ["resources/read", { uri: "file:///a b" }, "file:///a b"],
  ["tools/list", { name: "not mirrored" }, undefined],
])("a modern %s of %j mirrors what it is", async (method, params, name) => {
  await using http = await connectedOverHttp(MODERN, (request) => request.json(answer(request)), {
    headers: [["X-Own", "1"]],
  });
  await http.client.request(method, params, { signal });
  const [discover, asked] = http.server.requests;
  expect(asked?.headers).toMatchObject({
    accept: "application/json, text/event-stream",
    "accept-encoding": "identity",
    "content-type": "application/json",
    "mcp-protocol-version": MODERN,
    "mcp-method": method,
    "x-own": "1",
  });
  expect(asked?.headers["content-length"]).toBe(String(Buffer.byteLength(asked?.body ?? "")));
  expect(asked?.body).toBe(JSON.stringify(asked?.message));
  expect(asked?.headers["mcp-name"]).toBe(name);
  expect(discover?.headers["mcp-name"]).toBeUndefined();
});

test("a legacy request mirrors nothing", async () => {
  await using http = await connectedOverHttp(LEGACY, (request) => request.json(answer(request)));
  await http.client.request("tools/call", { name: "x" }, { signal });
  const asked = http.server.requests.find(({ message }) => message["method"] === "tools/call");
  const own = Object.keys(asked?.headers ?? {}).filter((name) => name.startsWith("mcp-"));
  expect(own).toEqual(["mcp-protocol-version"]);
});

describe("arguments that travel as headers", () => {
  test("do so once a list has said which", async () => {
    await using http = await connectedOverHttp(MODERN, (request) =>
      request.json(answer(request, request.message["method"] === "tools/list" ? { tools: [tool] } : {})),
    );
    await http.client.request("tools/list", {}, { signal });
    await http.client.request("tools/call", { name: "x", arguments: { region: "eu" } }, { signal });
    expect(http.server.requests.at(-1)?.headers).toMatchObject({ "mcp-name": "x", "mcp-param-region": "eu" });
  });

  /** Refuses a call without its header, as it must. */
  const strict =
    (list: (request: RawRequest) => object) =>
    (request: RawRequest): void => {
      if (request.message["method"] === "tools/list") request.json(answer(request, list(request)));
      else if (request.headers["mcp-param-region"] === "eu") request.json(answer(request));
      else {
        const error = { code: -32020, message: "Header mismatch: Mcp-Param-Region" };
        request.json({ jsonrpc: "2.0", id: request.message["id"], error }, 400);
      }
    };
  const callOnce = (http: Awaited<ReturnType<typeof connectedOverHttp>>) =>
    http.client.request("tools/call", { name: "x", arguments: { region: "eu" } }, { signal });

  test("are learned when a call is refused for them, which is then made once more", async () => {
    const pages: Record<string, object> = { undefined: { tools: [], nextCursor: "2" }, 2: { tools: [tool] } };
    await using http = await connectedOverHttp(
      MODERN,
      strict(({ message }) => pages[String(message["params"].cursor)] ?? {}),
    );
    expect(await callOnce(http)).toMatchObject({ ok: true });
    expect(methods(http.server.requests).slice(1)).toEqual(["tools/call", "tools/list", "tools/list", "tools/call"]);
    const ids = http.server.requests.map(({ message }) => message["id"]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(noticed(http.client)).toEqual([
      "tool: repeats the call with its headers, since it was refused: Header mismatch: Mcp-Param-Region",
    ]);
    expect(await callOnce(http)).toMatchObject({ ok: true });
  });

  test.each<[string, (request: RawRequest) => object, number]>([
    ["the list says nothing new", () => ({ tools: [] }), 1],
    ["its cursor leads in a circle", () => ({ tools: [], nextCursor: "again" }), 2],
    ["its cursor is empty, and again", () => ({ tools: [], nextCursor: "" }), 2],
    ["it has no end", ({ message }) => ({ tools: [], nextCursor: `${String(message["params"].cursor)}x` }), 64],
  ])("are given up where %s", async (_, list, pages) => {
    await using http = await connectedOverHttp(MODERN, strict(list));
    expect(await callOnce(http)).toMatchObject({ ok: false, failure: { kind: "protocol_error", code: -32020 } });
    const asked = methods(http.server.requests);
    expect(asked.filter((method) => method === "tools/call")).toHaveLength(1);
    expect(asked.filter((method) => method === "tools/list")).toHaveLength(pages);
  });

  test("are not asked after in the legacy era", async () => {
    await using http = await connectedOverHttp(
      LEGACY,
      strict(() => ({ tools: [tool] })),
    );
    expect(await callOnce(http)).toMatchObject({ ok: false, failure: { code: -32020 } });
    expect(methods(http.server.requests)).not.toContain("tools/list");
  });

  test("of a tool that breaks the rules are named and left alone", async () => {
    const bad = { name: "bad", inputSchema: { properties: { a: { type: "number", "x-mcp-header": "A" } } } };
    await using http = await connectedOverHttp(MODERN, (request) =>
      request.json(answer(request, { tools: [bad, tool] })),
    );
    const listed = await http.client.request("tools/list", {}, { signal });
    expect(listed).toMatchObject({ ok: true, value: { tools: [bad, tool] } });
    expect(noticed(http.client)).toEqual([
      'tool: bad: "x-mcp-header" of "a" stands on an argument that is no string, integer or boolean',
    ]);
  });
});
