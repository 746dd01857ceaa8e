import { describe, expect, test } from "vitest";
import { MAX_INPUT_ROUNDS, SERVER_REQUEST_TIMEOUT_MS } from "../base/limits.ts";
import type { JsonObject } from "../protocol/json.ts";
import type { Revision } from "../protocol/revision.ts";
import { InputRequired } from "./input-required.ts";
import { createTestServer, FakeClient, settle, textOf, type FakeClientOptions } from "./testing/fake-client.ts";

const ALL = { elicitation: {}, sampling: {}, roots: {} };
const NAME = {
  method: "elicitation/create" as const,
  params: { message: "Name?", requestedSchema: { type: "object" } },
};

/** A client of a server with a tool, a prompt and a resource that need a name before they do anything. */
function open(options: FakeClientOptions = {}) {
  const server = createTestServer();
  const nameIn = (responses: JsonObject) =>
    (responses.who as { content?: { name?: string } } | undefined)?.content?.name;
  const text = (said: string) => ({ type: "text", text: said });
  server.changes.tools.set("greet", {
    name: "greet",
    describe: () => ({ name: "greet", description: "Greets", inputSchema: { type: "object" } }),
    read: (args) => ({ args }),
    run(_args, { input }) {
      const name = nameIn(input.responses);
      if (name === undefined) return new InputRequired({ who: NAME }, { round: Number(input.state?.round ?? 0) + 1 });
      return { content: [text(`Hello ${name}, after ${JSON.stringify(input.state?.round)}`)] };
    },
  });
  server.changes.tools.set("many", {
    name: "many",
    describe: () => ({ name: "many", description: "Asks for three things", inputSchema: { type: "object" } }),
    read: (args) => ({ args }),
    run(_args, { input }) {
      if (Object.keys(input.responses).length === 3) return { content: [text(JSON.stringify(input.responses))] };
      const sampling = { method: "sampling/createMessage" as const, params: { messages: [], maxTokens: 1 } };
      return new InputRequired({ a: NAME, b: sampling, c: { method: "roots/list" } });
    },
  });
  server.changes.prompts.set("greet", {
    name: "greet",
    describe: () => ({ name: "greet" }),
    completers: {},
    run: (_args, { input }) =>
      nameIn(input.responses) === undefined ? new InputRequired({ who: NAME }) : { messages: [] },
  });
  server.changes.resources.set("lab://greet", {
    uri: "lab://greet",
    describe: () => ({ uri: "lab://greet", name: "greet" }),
    run: (_reading, { input }) =>
      nameIn(input.responses) === undefined ? new InputRequired({ who: NAME }) : { contents: [] },
  });
  const client = new FakeClient({ on: server, capabilities: ALL, ...options });
  if (client.revision !== "2026-07-28") client.initialize();
  return client;
}

describe("a modern client", () => {
  const modern = (capabilities: JsonObject = ALL) => open({ revision: "2026-07-28", kind: "stateless", capabilities });
  const answered = (name: string) => ({ who: { action: "accept", content: { name } } });
  const again = (client: FakeClient, more: JsonObject) => client.ask("tools/call", { name: "greet", ...more });
  const stateOf = (message: JsonObject) => (message.result as JsonObject).requestState as string;

  test("gets what is needed as a result, and comes back with it", () => {
    const client = modern();
    const first = client.callTool("greet").last;
    expect(first.result).toMatchObject({
      resultType: "input_required",
      inputRequests: { who: NAME },
      requestState: expect.any(String) as string,
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "mcp-failure-lab" } },
    });
    expect(first.result).not.toHaveProperty("ttlMs");
    const second = again(client, { inputResponses: answered("Ada"), requestState: stateOf(first) });
    expect(textOf(second)).toBe("Hello Ada, after 1");
    expect(second.result).toMatchObject({ resultType: "complete" });
  });

  test("may come back over another connection", () => {
    const first = modern();
    const state = stateOf(first.callTool("greet").last);
    const other = open({ revision: "2026-07-28", on: first.server });
    const second = again(other, { inputResponses: answered("Ada"), requestState: state });
    expect(textOf(second)).toBe("Hello Ada, after 1");
  });

  test("is asked again where answers are missing, and more is ignored", () => {
    const client = modern();
    const state = stateOf(client.callTool("greet").last);
    for (const inputResponses of [{}, { who: 12_345 }, { else: {} }, undefined])
      expect(again(client, { inputResponses, requestState: state }).result).toMatchObject({
        resultType: "input_required",
      });
    const more = { ...answered("Ada"), more: { action: "accept" } };
    expect(textOf(again(client, { inputResponses: more, requestState: state }))).toBe("Hello Ada, after 1");
  });

  test.each([null, [], "Ada", 7])("answers of %j are refused", (inputResponses) => {
    expect(again(modern(), { inputResponses })).toMatchObject({ error: { code: -32602 } });
  });

  test("a state that was changed, is another call's or is no text is an error", () => {
    const client = modern();
    const state = stateOf(client.callTool("greet").last);
    for (const requestState of [`${state}-TAMPERED`, "", null, 3, {}])
      expect(again(client, { inputResponses: answered("Ada"), requestState })).toMatchObject({
        error: { code: -32602, message: "Invalid or expired requestState" },
      });
    const other = client.ask("tools/call", { name: "greet", arguments: { a: 1 }, requestState: state });
    expect(other).toMatchObject({ error: { code: -32602 } });
  });

  test("prompts and resources ask in the same way, without hints about keeping", () => {
    for (const [method, params] of [
      ["prompts/get", { name: "greet" }],
      ["resources/read", { uri: "lab://greet" }],
    ] as const) {
      const client = modern();
      const { result } = client.ask(method, params);
      expect(result).toMatchObject({ resultType: "input_required", inputRequests: { who: NAME } });
      for (const member of ["ttlMs", "cacheScope", "requestState"]) expect(result).not.toHaveProperty(member);
      expect(client.ask(method, { ...params, inputResponses: answered("Ada") }).result).toMatchObject({
        resultType: "complete",
      });
    }
  });

  test.each<[declared: JsonObject, tool: string, missing: JsonObject]>([
    [{}, "greet", { elicitation: {} }],
    [{ elicitation: { url: {} } }, "greet", { elicitation: {} }],
    [{ elicitation: true }, "greet", { elicitation: {} }],
    [{ elicitation: { form: {} } }, "many", { sampling: {}, roots: {} }],
  ])("that declared %j cannot call %s", (declared, tool, requiredCapabilities) => {
    const channel = modern(declared).callTool(tool);
    expect(channel.last.error).toMatchObject({ code: -32021, data: { requiredCapabilities } });
    expect(channel.status).toBe(400);
  });

  test("what one request declares says nothing of the next", () => {
    const client = modern();
    expect(client.callTool("greet").last).toHaveProperty("result");
    client.capabilities = {};
    expect(client.callTool("greet").last).toHaveProperty("error");
  });

  test("is never sent a request", () => {
    const { sent } = modern().callTool("many");
    expect(sent.every(({ method }) => method === undefined)).toBe(true);
  });
});

describe.each<Revision>(["2025-11-25", "2025-06-18"])("a legacy client at %s", (revision) => {
  const legacy = (options: FakeClientOptions = {}) => open({ revision, ...options });

  test("is asked by requests on the call's own stream", async () => {
    const client = legacy({ kind: "session" });
    client.reply = () => ({ result: { action: "accept", content: { name: "Ada" } } });
    const channel = client.callTool("greet");
    await settle(client);
    expect(channel.sent).toEqual([
      { jsonrpc: "2.0", id: "server-1", ...NAME },
      expect.objectContaining({ result: { content: [{ type: "text", text: "Hello Ada, after 1" }] } }),
    ]);
    expect(client.pushed).toEqual([]);
  });

  test("answers everything that is asked at once, in any order", async () => {
    const client = legacy();
    const channel = client.callTool("many");
    await settle(client);
    expect(channel.sent.map(({ method }) => method)).toEqual([
      "elicitation/create",
      "sampling/createMessage",
      "roots/list",
    ]);
    for (const n of [3, 1, 2]) client.peer.response({ jsonrpc: "2.0", id: `server-${n}`, result: { n } });
    await settle(client);
    expect(JSON.parse(textOf(channel.last))).toEqual({ a: { n: 1 }, b: { n: 2 }, c: { n: 3 } });
  });

  test("is asked again until it gives what is needed, but not for ever", async () => {
    const client = legacy();
    client.reply = () => ({ result: { action: "accept", content: {} } });
    const channel = client.callTool("greet");
    await settle(client);
    expect(channel.sent.filter(({ method }) => method !== undefined)).toHaveLength(MAX_INPUT_ROUNDS);
    expect(channel.last.result).toMatchObject({ isError: true });
    expect(textOf(channel.last)).toContain(`${MAX_INPUT_ROUNDS} rounds`);
  });

  test("that refuses gets an error result", async () => {
    const client = legacy();
    client.reply = () => ({ error: { code: -1, message: "User rejected" } });
    const channel = client.callTool("greet");
    await settle(client);
    expect(channel.last.result).toMatchObject({ isError: true });
    expect(textOf(channel.last)).toBe("The client refused elicitation/create: User rejected (-1)");
  });

  test("that stays silent is given up, and told so", async () => {
    const client = legacy();
    const channel = client.callTool("greet");
    await client.server.clock.advance(SERVER_REQUEST_TIMEOUT_MS);
    expect(channel.sent[1]).toMatchObject({ method: "notifications/cancelled", params: { requestId: "server-1" } });
    expect(textOf(channel.last)).toBe("The client did not answer elicitation/create: timeout");
    expect(client.server.clock.pending).toBe(0);
  });

  test("that cancels the call is not asked any more", async () => {
    const client = legacy();
    const channel = client.open("tools/call", { name: "greet" }, "c");
    await settle(client);
    client.notify("notifications/cancelled", { requestId: "c" });
    await settle(client);
    expect([channel.sent.length, channel.answers, client.server.clock.pending]).toEqual([1, 0, 0]);
  });

  test("that declared nothing, has no session or is not ready cannot be asked", async () => {
    const texts = async (client: FakeClient) => {
      const channel = client.callTool("greet");
      await settle(client);
      expect(channel.sent).toHaveLength(1);
      return textOf(channel.last);
    };
    expect(await texts(legacy({ capabilities: {} }))).toBe("The client did not declare elicitation");
    expect(await texts(legacy({ kind: "stateless" }))).toBe("A client without a session cannot be asked for anything");
    const early = legacy();
    early.open("initialize", { protocolVersion: revision, capabilities: ALL });
    expect(await texts(early)).toBe("The client has not sent notifications/initialized");
  });

  test("prompts and resources ask in the same way; what they cannot get is an error", async () => {
    for (const [method, params] of [
      ["prompts/get", { name: "greet" }],
      ["resources/read", { uri: "lab://greet" }],
    ] as const) {
      const client = legacy();
      client.reply = () => ({ result: { action: "accept", content: { name: "Ada" } } });
      const good = client.open(method, params);
      await settle(client);
      expect(good.last).toHaveProperty("result");
      client.reply = () => ({ error: { code: -1, message: "no" } });
      const bad = client.open(method, params);
      await settle(client);
      expect(bad.last).toMatchObject({ error: { code: -32603 } });
    }
  });
});

test("a revision without elicitation says so", async () => {
  const client = open({ revision: "2025-03-26" });
  const channel = client.callTool("greet");
  await settle(client);
  expect(textOf(channel.last)).toBe("Revision 2025-03-26 has no elicitation/create");
});
