import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../protocol/json.ts";
import { loadConformance } from "../load-conformance.ts";
import { createTestServer, FakeClient, settle, textOf } from "../testing/fake-client.ts";

const CAPABILITIES = { elicitation: {}, sampling: {}, roots: {} };

async function open(revision: "2025-11-25" | "2026-07-28", capabilities: JsonObject = CAPABILITIES) {
  const server = createTestServer({ extend: await loadConformance() });
  const client = new FakeClient({ on: server, kind: revision === "2026-07-28" ? "stateless" : "session", revision });
  client.capabilities = capabilities;
  if (revision === "2025-11-25") client.initialize();
  return client;
}

/** Answers as a good user, model and file system would. */
function obliging(request: JsonObject): JsonObject {
  const { method, params } = request;
  if (method === "roots/list") return { result: { roots: [{ uri: "file:///a" }, { uri: "file:///b" }] } };
  if (method === "sampling/createMessage")
    return { result: { role: "assistant", content: { type: "text", text: "Paris" }, model: "m" } };
  const schema = (params as JsonObject).requestedSchema as { properties: Record<string, { type: string }> };
  const content = Object.fromEntries(
    Object.entries(schema.properties).map(([name, { type }]) => [name, type === "boolean" ? true : `my ${name}`]),
  );
  return { result: { action: "accept", content } };
}

/** Calls a tool as a good client of the era would: answers what is asked, and comes back with it. */
async function call(client: FakeClient, name: string, args?: JsonObject): Promise<JsonObject> {
  client.reply = obliging;
  let more: JsonObject = {};
  for (;;) {
    const channel = client.open("tools/call", { name, arguments: args, ...more });
    await client.server.clock.advance(1000);
    const result = channel.last.result as JsonObject | undefined;
    if (result?.resultType !== "input_required") return channel.last;
    const asks = Object.entries((result.inputRequests ?? {}) as Record<string, JsonObject>);
    const inputResponses = Object.fromEntries(asks.map(([key, ask]) => [key, obliging(ask).result]));
    more = { inputResponses, requestState: result.requestState } as JsonObject;
  }
}

const TEXTS: readonly (readonly [tool: string, args: JsonObject, text: string])[] = [
  ["test_simple_text", {}, "This is a simple text response for testing."],
  ["test_tool_with_logging", {}, "Logged three times."],
  ["test_logging_tool", {}, "Logged once, if the client wanted it."],
  ["test_tool_with_progress", {}, "Reported progress three times."],
  ["test_reconnection", {}, "Reconnection test completed successfully."],
  ["json_schema_2020_12_tool", { phone: "1" }, 'JSON Schema 2020-12 tool called with: {"phone":"1"}'],
  ["test_sampling", { prompt: "p" }, "LLM response: Paris"],
  [
    "test_elicitation",
    { message: "m" },
    'User response: action=accept, content={"username":"my username","email":"my email"}',
  ],
  ["test_streaming_elicitation", {}, "Elicitation completed: action=accept, content={}"],
  ["test_missing_capability", {}, "Paris"],
  ["test_input_required_result_elicitation", {}, "Hello, my name!"],
  ["test_input_required_result_sampling", {}, "The model says: Paris"],
  ["test_input_required_result_list_roots", {}, "Roots: file:///a, file:///b"],
  ["test_input_required_result_request_state", {}, "state-ok"],
  ["test_input_required_result_tampered_state", {}, "The state came back unchanged."],
  ["test_input_required_result_multiple_inputs", {}, "Paris, my name! Roots: file:///a, file:///b"],
  ["test_input_required_result_multi_round", {}, "my name likes my color."],
  ["test_input_required_result_capabilities", {}, "The client said: my name"],
];

describe.each(["2025-11-25", "2026-07-28"] as const)("at %s", (revision) => {
  test.each(TEXTS)("%s", async (tool, args, text) => {
    const client = await open(revision);
    const answer = await call(client, tool, args);
    // On HTTP a modern client repeats marked arguments in headers; these tools mark none.
    expect(textOf(answer)).toBe(text);
    expect(answer.result).not.toHaveProperty("isError");
    expect(client.server.clock.pending).toBe(0);
  });

  test("content of every type", async () => {
    const client = await open(revision);
    const types = async (tool: string) =>
      ((await call(client, tool)).result as { content: { type: string }[] }).content.map(({ type }) => type);
    expect(await types("test_image_content")).toEqual(["image"]);
    expect(await types("test_audio_content")).toEqual(["audio"]);
    expect(await types("test_embedded_resource")).toEqual(["resource"]);
    expect(await types("test_multiple_content_types")).toEqual(["text", "image", "resource"]);
  });

  test("a tool that fails says so in its result", async () => {
    const answer = await call(await open(revision), "test_error_handling");
    expect(answer.result).toMatchObject({
      isError: true,
      content: [{ type: "text", text: "This tool intentionally returns an error for testing" }],
    });
  });

  test("schemas reach the client as they stand", async () => {
    const { tools } = (await open(revision)).ask("tools/list").result as { tools: JsonObject[] };
    const schema = tools.find(({ name }) => name === "json_schema_2020_12_tool")?.inputSchema;
    expect(Object.keys(schema as JsonObject)).toEqual([
      "$schema",
      "type",
      "$defs",
      "properties",
      "allOf",
      "if",
      "then",
      "else",
      "additionalProperties",
    ]);
    for (const tool of tools) expect(tool.description).toBeTypeOf("string");
  });

  test("prompts", async () => {
    const client = await open(revision);
    const get = (name: string, args?: JsonObject) => client.ask("prompts/get", { name, arguments: args }).result;
    expect(get("test_simple_prompt")).toHaveProperty("messages.0.content.text", "This is a simple prompt for testing.");
    expect(get("test_prompt_with_arguments", { arg1: "hello", arg2: "world" })).toHaveProperty(
      "messages.0.content.text",
      "Prompt with arguments: arg1='hello', arg2='world'",
    );
    expect(get("test_prompt_with_embedded_resource", { resourceUri: "test://x" })).toHaveProperty(
      "messages.0.content.resource.uri",
      "test://x",
    );
    expect(get("test_prompt_with_image")).toHaveProperty("messages.0.content.type", "image");
  });

  test("resources", async () => {
    const client = await open(revision);
    const read = (uri: string) => client.ask("resources/read", { uri }).result;
    expect(read("test://static-text")).toHaveProperty("contents.0.mimeType", "text/plain");
    expect(read("test://static-binary")).toHaveProperty("contents.0.blob");
    expect(read("test://watched-resource")).toHaveProperty("contents.0.text");
    expect(read("test://template/123/data")).toHaveProperty(
      "contents.0.text",
      '{"id":"123","templateTest":true,"data":"Data for ID: 123"}',
    );
  });
});

test("logs and progress come one after another", async () => {
  const client = await open("2025-11-25");
  const logging = client.callTool("test_tool_with_logging");
  const progress = client.callTool("test_tool_with_progress", {}, { progressToken: "p" });
  const counts = async (ms: number) => {
    await client.server.clock.advance(ms);
    return [logging.sent.length, progress.sent.length];
  };
  expect(await counts(0)).toEqual([1, 1]);
  expect(await counts(50)).toEqual([2, 2]);
  expect(await counts(50)).toEqual([4, 3]);
  expect(await counts(50)).toEqual([4, 4]);
  expect(progress.sent.slice(0, 3).map(({ params }) => (params as JsonObject).progress)).toEqual([0, 50, 100]);
});

test("the message of progress is not sent to a revision that has none", async () => {
  const server = createTestServer({ extend: await loadConformance() });
  const client = new FakeClient({ on: server, revision: "2024-11-05" });
  client.initialize();
  const { sent } = client.callTool("test_tool_with_progress", {}, { progressToken: 0 });
  expect(sent[0]?.params).toEqual({ progressToken: 0, progress: 0, total: 100 });
});

test("the stream is closed before the answer", async () => {
  const client = await open("2025-11-25");
  const channel = client.callTool("test_reconnection");
  expect([channel.detached, channel.sent.length]).toEqual([1, 0]);
  await client.server.clock.advance(100);
  expect(channel.last).toHaveProperty("result");
});

test("lists change, and change back", async () => {
  const client = await open("2025-11-25");
  const names = () => JSON.stringify([client.ask("tools/list").result, client.ask("prompts/list").result]);
  for (const present of [true, false]) {
    await call(client, "test_trigger_tool_change");
    await call(client, "test_trigger_prompt_change");
    expect(names().includes("test_changing_tool")).toBe(present);
    expect(names().includes("test_changing_prompt")).toBe(present);
  }
  expect(client.pushed.map(({ method }) => method)).toEqual([
    "notifications/tools/list_changed",
    "notifications/prompts/list_changed",
    "notifications/tools/list_changed",
    "notifications/prompts/list_changed",
  ]);
});

test("only what the client offers is asked for", async () => {
  const asks = async (capabilities: JsonObject) => {
    const { last } = (await open("2026-07-28", capabilities)).callTool("test_input_required_result_capabilities");
    return Object.keys(((last.result as JsonObject).inputRequests ?? {}) as JsonObject);
  };
  expect(await asks({ sampling: {} })).toEqual(["greeting"]);
  expect(await asks({ elicitation: {}, roots: {} })).toEqual(["user_name", "client_roots"]);
  expect(await asks({})).toEqual([]);
});

test("who declines is asked no more", async () => {
  const client = await open("2026-07-28");
  for (const action of ["decline", "cancel"]) {
    const params = { name: "test_input_required_result_elicitation", inputResponses: { user_name: { action } } };
    expect(client.ask("tools/call", params).result).toMatchObject({ resultType: "complete", isError: true });
  }
});

test("a client without a model cannot call the tool that needs one", async () => {
  const channel = (await open("2026-07-28", {})).callTool("test_missing_capability");
  expect(channel.last.error).toMatchObject({ code: -32021, data: { requiredCapabilities: { sampling: {} } } });
  expect(channel.status).toBe(400);
});

test("a prompt asks for its context", async () => {
  const client = await open("2026-07-28");
  const params = { name: "test_input_required_result_prompt" };
  expect(client.ask("prompts/get", params).result).toMatchObject({ resultType: "input_required" });
  const inputResponses = { user_context: { action: "accept", content: { context: "work" } } };
  expect(client.ask("prompts/get", { ...params, inputResponses }).result).toHaveProperty(
    "messages.0.content.text",
    "Use this context: work",
  );
});

test("the server without fixtures has none of them", async () => {
  const client = new FakeClient();
  client.initialize();
  await settle(client);
  expect(JSON.stringify(client.ask("tools/list"))).not.toContain("test_");
});
