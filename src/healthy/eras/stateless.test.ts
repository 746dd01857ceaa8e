import { describe, expect, test } from "vitest";
import type { Headers } from "../../protocol/exchange.ts";
import type { JsonObject } from "../../protocol/json.ts";
import { loadConformance } from "../load-conformance.ts";
import { createTestServer, FakeClient, headersFor } from "../testing/fake-client.ts";

const VERSION = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const CLIENT = "io.modelcontextprotocol/clientInfo";
const LOG_LEVEL = "io.modelcontextprotocol/logLevel";

const CACHEABLE: readonly (readonly [method: string, params: JsonObject | undefined])[] = [
  ["server/discover", undefined],
  ["tools/list", undefined],
  ["resources/list", undefined],
  ["resources/templates/list", undefined],
  ["prompts/list", undefined],
  ["resources/read", { uri: "lab://about" }],
];
const OTHERS: readonly (readonly [method: string, params: JsonObject])[] = [
  ["tools/call", { name: "ping" }],
  ["prompts/get", { name: "hello" }],
  ["completion/complete", { ref: { type: "ref/prompt", name: "translate" }, argument: { name: "text", value: "" } }],
];

const modern = (kind: "stdio" | "stateless" = "stateless") => new FakeClient({ kind, revision: "2026-07-28" });

describe.each(["stdio", "stateless"] as const)("on %s", (kind) => {
  test("results are complete, and from a server that names itself", () => {
    const client = modern(kind);
    for (const [method, params] of [...CACHEABLE, ...OTHERS])
      expect(client.ask(method, params).result).toMatchObject({
        resultType: "complete",
        _meta: { "io.modelcontextprotocol/serverInfo": { name: "mcp-failure-lab", version: "1.2.3" } },
      });
  });

  test("what can be kept says for how long, and nothing else does", () => {
    const client = modern(kind);
    for (const [method, params] of CACHEABLE)
      expect(client.ask(method, params).result).toMatchObject({ ttlMs: 0, cacheScope: "private" });
    for (const [method, params] of OTHERS) expect(client.ask(method, params).result).not.toHaveProperty("ttlMs");
  });

  test.each([
    "initialize",
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
    "tasks/get",
    "constructor",
  ])("%s does not exist", (method) => {
    const channel = modern(kind).open(
      method,
      { level: "info", uri: "lab://about", protocolVersion: "2025-11-25" },
      "x",
    );
    expect(channel.last).toMatchObject({ id: "x", error: { code: -32601 } });
    expect(channel.status).toBe(404);
  });

  test("an error result is a complete result", () => {
    expect(modern(kind).callTool("ping", { no: 1 }).last.result).toMatchObject({
      isError: true,
      resultType: "complete",
    });
  });
});

test("discovery names the revision, what the server can do, and who it is", () => {
  expect(modern().ask("server/discover").result).toEqual({
    supportedVersions: ["2026-07-28"],
    capabilities: {
      tools: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      prompts: { listChanged: true },
      logging: {},
      completions: {},
    },
    instructions: expect.any(String) as string,
    resultType: "complete",
    ttlMs: 0,
    cacheScope: "private",
    _meta: {
      "io.modelcontextprotocol/serverInfo": { name: "mcp-failure-lab", title: "MCP Failure Lab", version: "1.2.3" },
    },
  });
});

/** Sends a request with other `_meta` or headers than a good client would. */
function send(change: {
  meta?: JsonObject;
  headers?: (good: Headers) => Headers;
  method?: string;
  params?: JsonObject;
}) {
  const client = modern();
  const { method = "tools/call", params = { name: "ping" }, meta = {}, headers = (good: Headers) => good } = change;
  const good = client.exchange(method, { ...params, _meta: meta }, 7);
  if (good.request === undefined) throw new Error("no request");
  const bad = headers(headersFor({ ...good.request, params }));
  return client.send(client.exchange(method, { ...params, _meta: meta }, 7, bad));
}

const without = (name: string) => (good: Headers) => good.filter(([each]) => each !== name);
const instead = (name: string, value: string) => (good: Headers) =>
  good.map(([each, old]) => [each, each === name ? value : old] as const);

describe("the envelope", () => {
  test.each([
    ["without a revision", { [VERSION]: undefined }],
    ["with a revision that is no text", { [VERSION]: 20260728 }],
    ["without capabilities", { [CAPABILITIES]: undefined }],
    ["with capabilities that are no object", { [CAPABILITIES]: [] }],
    ["with an unknown log level", { [LOG_LEVEL]: "loud" }],
  ])("%s is refused", (_what, meta) => {
    const channel = send({ meta });
    expect(channel.last).toMatchObject({ id: 7, error: { code: -32602, data: { envelope: {} } } });
    expect(channel.status).toBe(400);
  });

  test.each([
    ["no client name", { [CLIENT]: undefined }],
    ["an odd client name", { [CLIENT]: 3 }],
    ["unknown members", { "example.com/odd": [1] }],
  ])("is served with %s", (_what, meta) => {
    expect(send({ meta }).last).toHaveProperty("result.content");
  });

  test("names the revision that is not supported, and those that are", () => {
    for (const requested of ["2099-01-01", "2025-11-25"]) {
      const channel = send({ meta: { [VERSION]: requested }, headers: instead("MCP-Protocol-Version", requested) });
      expect(channel.last.error).toMatchObject({ code: -32022, data: { supported: ["2026-07-28"], requested } });
      expect(channel.status).toBe(400);
    }
  });

  test("nothing is remembered of an earlier request", () => {
    const client = modern("stdio");
    expect(client.callTool("ping").last).toHaveProperty("result");
    const bare = client.exchange("tools/call", { name: "ping", _meta: { [VERSION]: undefined } });
    expect(client.send(bare).last).toMatchObject({ error: { code: -32602 } });
  });
});

describe("the order of the checks", () => {
  test("an incomplete envelope comes before a header that differs", () => {
    const headers = instead("MCP-Protocol-Version", "2099-01-01");
    expect(send({ meta: { [CAPABILITIES]: undefined }, headers }).last).toMatchObject({ error: { code: -32602 } });
  });

  test("a header that differs comes before an unknown revision", () => {
    expect(send({ meta: { [VERSION]: "2099-01-01" } }).last).toMatchObject({ error: { code: -32020 } });
  });

  test("an unknown revision comes before a wrong method header", () => {
    const headers = (good: Headers) =>
      instead("MCP-Protocol-Version", "2099-01-01")(instead("Mcp-Method", "ping")(good));
    expect(send({ meta: { [VERSION]: "2099-01-01" }, headers }).last).toMatchObject({ error: { code: -32022 } });
  });

  test("a wrong method header comes before an unknown method", () => {
    const headers = instead("Mcp-Method", "ping");
    expect(send({ method: "unknown", params: {}, headers }).last).toMatchObject({ error: { code: -32020 } });
  });

  test("a wrong name header comes before an unknown tool", () => {
    const headers = instead("Mcp-Name", "ping");
    expect(send({ params: { name: "nope" }, headers }).last).toMatchObject({ error: { code: -32020 } });
  });
});

describe("headers that repeat the body", () => {
  test.each(["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"])("%s missing or different is refused", (name) => {
    for (const headers of [without(name), instead(name, "other"), instead(name, "PING")]) {
      const channel = send({ headers });
      expect(channel.last).toMatchObject({ id: 7, error: { code: -32020, data: { mismatch: { header: name } } } });
      expect(channel.status).toBe(400);
    }
  });

  test("a repeated header never agrees", () => {
    const headers = (good: Headers): Headers => [...good, ["mcp-name", "ping"]];
    expect(send({ headers }).last).toMatchObject({ error: { code: -32020 } });
  });

  test("names are read in any case, and blanks around values do not count", () => {
    const headers = (good: Headers): Headers => good.map(([name, value]) => [name.toUpperCase(), ` ${value}\t`]);
    expect(send({ headers }).last).toHaveProperty("result");
  });

  test("a name may come wrapped", () => {
    const wrapped = `=?base64?${Buffer.from("ping").toString("base64")}?=`;
    expect(send({ headers: instead("Mcp-Name", wrapped) }).last).toHaveProperty("result");
    expect(send({ headers: instead("Mcp-Name", "=?base64?cGlu Zw==?=") }).last).toMatchObject({
      error: { code: -32020 },
    });
  });

  test("a resource is named by its URI, a list by nothing", () => {
    const params = { uri: "lab://about" };
    expect(send({ method: "resources/read", params }).last).toHaveProperty("result");
    expect(send({ method: "resources/read", params, headers: without("Mcp-Name") }).last).toMatchObject({
      error: { code: -32020 },
    });
    expect(send({ method: "tools/list", params: {}, headers: without("Mcp-Name") }).last).toHaveProperty("result");
  });

  test("on stdio there are none to check", () => {
    expect(modern("stdio").callTool("ping").last).toHaveProperty("result");
  });

  test("what is refused arms nothing", () => {
    const client = modern();
    const exchange = client.exchange("tools/call", { name: "hang" }, 7, []);
    expect(client.peer.arm(exchange)).toEqual({ kind: "not-a-fault-tool" });
  });
});

describe("arguments that are repeated in headers", () => {
  const call = async (args: JsonObject, headers: Headers) => {
    const server = createTestServer({ extend: await loadConformance() });
    const client = new FakeClient({ kind: "stateless", revision: "2026-07-28", on: server });
    const params = { name: "test_header_parameters", arguments: args };
    const plain = client.exchange("tools/call", params).http?.headers ?? [];
    const channel = client.send(client.exchange("tools/call", params, 7, [...plain, ...headers]));
    return channel.last.error === undefined ? "served" : (channel.last.error as { code: number }).code;
  };

  test.each<[what: string, args: JsonObject, headers: Headers, outcome: string | number]>([
    ["nothing", {}, [], "served"],
    ["a text", { region: "eu" }, [["Mcp-Param-Region", "eu"]], "served"],
    ["a text wrapped", { region: "ö" }, [["Mcp-Param-Region", "=?base64?w7Y=?="]], "served"],
    ["a number written otherwise", { count: 42 }, [["MCP-PARAM-COUNT", "42.0"]], "served"],
    ["a truth value", { urgent: false }, [["Mcp-Param-Urgent", "false"]], "served"],
    ["null without a header", { region: null }, [], "served"],
    ["a text without its header", { region: "eu" }, [], -32020],
    ["another text", { region: "eu" }, [["Mcp-Param-Region", "us"]], -32020],
    ["another case", { region: "eu" }, [["Mcp-Param-Region", "EU"]], -32020],
    ["bad base64", { region: "hi" }, [["Mcp-Param-Region", "=?base64?aGk?="]], -32020],
    ["another number", { count: 42 }, [["Mcp-Param-Count", "43"]], -32020],
    ["a number that is none", { count: 42 }, [["Mcp-Param-Count", "0x2a"]], -32020],
    ["a header without a value", {}, [["Mcp-Param-Region", "eu"]], -32020],
    ["a header with null", { region: null }, [["Mcp-Param-Region", "null"]], -32020],
  ])("%s", async (_what, args, headers, outcome) => {
    expect(await call(args, headers)).toBe(outcome);
  });
});
