import { afterEach, describe, expect, test } from "vitest";
import { call, initialized, MODERN, modern, modernHeaders, rpc } from "../fixtures/raw-peer/messages.ts";
import { closeAllConnections, request } from "../fixtures/raw-peer/raw-http.ts";
import { endAllRaw, type Message } from "../fixtures/raw-peer/raw-stdio.ts";
import {
  onlyMessage,
  openGet,
  openHttp,
  openSession,
  openStdio,
  sessionHeaders,
  startHttp,
} from "../fixtures/raw-peer/serve.ts";

// What the official conformance suite never looks at, found by breaking a server on purpose while the suite stayed green.

afterEach(async () => {
  closeAllConnections();
  await endAllRaw();
});

/** A modern message of a client that can be asked to fill in a form. */
function asking(message: Message): Message {
  const whole = modern(message);
  const { _meta } = whole["params"] as { _meta: Message };
  _meta["io.modelcontextprotocol/clientCapabilities"] = { elicitation: {} };
  return whole;
}

const tag = (id: string | number) => ({ "io.modelcontextprotocol/subscriptionId": id });
const LISTED = "--rule=tools/call:delay tool_added name=newcomer";
const UPDATED = '--rule=tools/call:delay resource_set uri=lab://about text="news"';

describe("hints for caches, in the modern era", () => {
  const HINTED: [string, Message?][] = [
    ["server/discover"],
    ["tools/list"],
    ["prompts/list"],
    ["resources/list"],
    ["resources/templates/list"],
    ["resources/read", { uri: "lab://about" }],
  ];
  const PLAIN: [string, Message?][] = [
    ["tools/call", { name: "ping" }],
    ["tools/call", { name: "test_input_required_result_request_state" }],
    ["prompts/get", { name: "hello" }],
    [
      "completion/complete",
      { ref: { type: "ref/prompt", name: "translate" }, argument: { name: "language", value: "d" } },
    ],
  ];

  test("stand on lists, on what was discovered and on what was read, and nowhere else", async () => {
    const { server } = await openStdio("modern", "--conformance");
    const results = async (methods: typeof HINTED): Promise<Message[]> => {
      server.send(...methods.map(([method, params], i) => asking(rpc(`${method} ${i}`, method, params))));
      const answers = await Promise.all(methods.map(([method], i) => server.answer(`${method} ${i}`)));
      return answers.map((answer) => answer["result"] as Message);
    };
    for (const result of await results(HINTED))
      expect(result).toMatchObject({ ttlMs: expect.any(Number) as unknown, cacheScope: "private" });
    const plain = await results(PLAIN);
    for (const result of plain) expect(result).not.toHaveProperty("ttlMs");
    for (const result of plain) expect(result).not.toHaveProperty("cacheScope");
    expect(plain[1]).toMatchObject({ resultType: "input_required", requestState: expect.any(String) as unknown });
  });
});

describe("notifications and answers are taken with 202, and nothing is said", () => {
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 99 } };

  test.each([
    ["initialized", initialized],
    ["a cancel", cancel],
    ["an answer that nobody asked for", { jsonrpc: "2.0", id: "x", result: {} }],
    ["an error that nobody asked for", { jsonrpc: "2.0", id: "x", error: { code: -1, message: "no" } }],
    ["a notification that nobody knows", { jsonrpc: "2.0", method: "notifications/unknown" }],
  ])("%s on a session", async (_what, body) => {
    const { port } = await startHttp();
    const response = await request(port, { headers: sessionHeaders(await openSession(port)), body });
    expect([response.status, await response.text()]).toEqual([202, ""]);
  });

  test("a cancel in the modern era", async () => {
    const { port } = await startHttp();
    const response = await request(port, { headers: modernHeaders(cancel), body: modern(cancel) });
    expect([response.status, await response.text()]).toEqual([202, ""]);
  });
});

describe("a subscription", () => {
  const listen = (notifications: Message, id: string | number = "l") =>
    rpc(id, "subscriptions/listen", { notifications });

  test.each(["l", 0, "0"])(
    "over HTTP under the id %j: first acknowledged, then told, answered in the end",
    async (id) => {
      const server = await startHttp(LISTED);
      const client = await openHttp(server, "modern");
      const stream = await client.post(listen({ toolsListChanged: true, odd: true, resourceSubscriptions: [] }, id));
      expect(await stream.message()).toEqual({
        jsonrpc: "2.0",
        method: "notifications/subscriptions/acknowledged",
        params: { notifications: { toolsListChanged: true, resourceSubscriptions: [] }, _meta: tag(id) },
      });
      await (await client.call(1, "delay", { delayMs: 0 })).text();
      const changed = { jsonrpc: "2.0", method: "notifications/tools/list_changed", params: { _meta: tag(id) } };
      expect(await stream.message()).toEqual(changed);
      server.process.kill("SIGTERM");
      expect(await stream.message()).toMatchObject({ id, result: { resultType: "complete", _meta: tag(id) } });
      expect(await stream.ending()).toBe("end");
      expect(await server.process.exit()).toEqual({ code: 0, signal: null });
    },
  );

  test("hears nothing that it did not ask for", async () => {
    const server = await startHttp(LISTED);
    const client = await openHttp(server, "modern");
    const deaf = await client.post(listen({ promptsListChanged: true }));
    const hearing = await client.post(listen({ toolsListChanged: true }));
    for (const stream of [deaf, hearing]) await stream.message();
    await (await client.call(1, "delay", { delayMs: 0 })).text();
    await hearing.message();
    expect(deaf.events).toHaveLength(1);
  });

  test("of a resource hears of its updates alone", async () => {
    const { server, send, call: run } = await openStdio("modern", UPDATED);
    send(
      listen({ resourceSubscriptions: ["lab://about"] }),
      listen({ resourceSubscriptions: ["lab://greetings"] }, "other"),
    );
    await run(1, "delay", { delayMs: 0 });
    const updated = await server.message(({ method }) => method === "notifications/resources/updated");
    expect(updated).toMatchObject({ params: { uri: "lab://about", _meta: tag("l") } });
    server.endStdin();
    await server.exit();
    expect(server.messages.filter(({ method }) => method === "notifications/resources/updated")).toHaveLength(1);
  });
});

describe("a legacy client that watches a resource", () => {
  test("hears of its update on stdio, until it watches no more", async () => {
    const { server, send, call: run } = await openStdio("legacy", UPDATED.replace("delay ", "delay#2 "), UPDATED);
    send(rpc("a", "resources/subscribe", { uri: "lab://about" }));
    expect((await server.answer("a"))["result"]).toEqual({});
    await run(1, "delay", { delayMs: 0 });
    await server.message(({ method }) => method === "notifications/resources/updated");
    send(rpc("b", "resources/unsubscribe", { uri: "lab://about" }));
    expect((await server.answer("b"))["result"]).toEqual({});
    await run(2, "delay", { delayMs: 0 });
    server.endStdin();
    await server.exit();
    expect(server.messages.filter(({ method }) => method === "notifications/resources/updated")).toEqual([
      { jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: "lab://about" } },
    ]);
  });

  test("hears of it on the GET stream of its session, and nobody else does", async () => {
    const { port } = await startHttp(UPDATED);
    const [watching, other] = [await openSession(port), await openSession(port)];
    const headers = sessionHeaders(watching);
    await (await request(port, { headers, body: rpc("a", "resources/subscribe", { uri: "lab://about" }) })).text();
    const [[, stream], [, silent]] = [await openGet(port, watching), await openGet(port, other)];
    await (await request(port, { headers, body: call(1, "delay", { delayMs: 0 }) })).text();
    expect(await stream.message()).toEqual({
      jsonrpc: "2.0",
      method: "notifications/resources/updated",
      params: { uri: "lab://about" },
    });
    expect(silent.events).toHaveLength(0);
  });
});

describe("input that is required, in the modern era", () => {
  const ask = async (params: Message) => {
    const client = await openHttp(await startHttp("--conformance"), "modern");
    const message = asking(rpc(1, "tools/call", { name: "test_input_required_result_request_state", ...params }));
    return request(client.port, { headers: modernHeaders(message), body: message });
  };

  test("a state that was made up is an error, and opens nothing", async () => {
    const response = await ask({ requestState: "made-up", inputResponses: {} });
    expect([response.status, await onlyMessage(response)]).toMatchObject([200, { id: 1, error: { code: -32602 } }]);
  });

  test("answers that are no object are an error, and nothing is taken for an answer", async () => {
    const response = await ask({ inputResponses: null });
    expect(await onlyMessage(response)).toMatchObject({ id: 1, error: { code: -32602 } });
  });

  test("of a client that did not say it could, it is a 400 that names what is missing", async () => {
    const { port } = await startHttp("--conformance");
    const client = await openHttp({ port }, "modern");
    const response = await client.call(1, "test_input_required_result_request_state");
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { code: -32021, data: { requiredCapabilities: { elicitation: {} } } } },
    ]);
  });
});

test("discovery lists every revision that an error says is supported", async () => {
  const { server, send } = await openStdio("modern");
  send(rpc(1, "server/discover"));
  const { supportedVersions } = (await server.answer(1))["result"] as { supportedVersions: string[] };
  server.send(modern(rpc(2, "server/discover"), "2099-01-01"));
  const { error } = (await server.answer(2)) as { error: { code: number; data: { supported: string[] } } };
  expect(error.code).toBe(-32022);
  expect(supportedVersions).toContain(MODERN);
  expect(supportedVersions).toEqual(expect.arrayContaining(error.data.supported));
});
