import { describe, expect, test } from "vitest";
import { LEGACY_REVISIONS } from "../../protocol/revision.ts";
import { FakeClient, createTestServer } from "../testing/fake-client.ts";

const REQUESTS: readonly (readonly [method: string, params: Record<string, string | object> | undefined])[] = [
  ["ping", undefined],
  ["tools/list", undefined],
  ["tools/call", { name: "ping" }],
  ["resources/list", undefined],
  ["resources/templates/list", undefined],
  ["resources/read", { uri: "lab://about" }],
  ["resources/subscribe", { uri: "lab://about" }],
  ["resources/unsubscribe", { uri: "lab://about" }],
  ["prompts/list", undefined],
  ["prompts/get", { name: "hello" }],
  [
    "completion/complete",
    { ref: { type: "ref/prompt", name: "translate" }, argument: { name: "language", value: "g" } },
  ],
  ["logging/setLevel", { level: "error" }],
];
const MODERN_ONLY = ["server/discover", "subscriptions/listen"];

describe.each(LEGACY_REVISIONS)("at %s", (revision) => {
  test.each(["stdio", "session"] as const)("every method answers on %s", (kind) => {
    const client = new FakeClient({ revision, kind });
    client.initialize();
    for (const [method, params] of REQUESTS) expect(client.ask(method, params as never)).toHaveProperty("result");
    for (const method of [...MODERN_ONLY, "tools/unknown"])
      expect(client.ask(method)).toMatchObject({ error: { code: -32601 } });
  });

  test("results carry nothing that the modern era added", () => {
    const client = new FakeClient({ revision });
    client.initialize();
    for (const [method, params] of REQUESTS) {
      const { result } = client.ask(method, params as never);
      for (const member of ["resultType", "_meta", "ttlMs", "cacheScope"]) expect(result).not.toHaveProperty(member);
    }
    for (const method of ["ping", "logging/setLevel"]) expect(client.ask(method, { level: "info" }).result).toEqual({});
  });

  test("lists show what that revision knows", () => {
    const client = new FakeClient({ revision });
    client.initialize();
    for (const method of ["tools/list", "resources/list", "resources/templates/list", "prompts/list"])
      expect(JSON.stringify(client.ask(method)).includes('"title"')).toBe(revision >= "2025-06-18");
  });

  test("the server introduces itself as that revision knows it", () => {
    const { result } = new FakeClient({ revision }).initialize();
    const notified = { listChanged: true };
    expect(result).toMatchObject({
      protocolVersion: revision,
      capabilities: {
        tools: notified,
        prompts: notified,
        resources: { listChanged: true, subscribe: true },
        logging: {},
      },
      instructions: expect.any(String) as string,
    });
    const { capabilities, serverInfo } = result as { capabilities: object; serverInfo: object };
    expect("completions" in capabilities).toBe(revision !== "2024-11-05");
    expect("title" in serverInfo).toBe(revision >= "2025-06-18");
    expect("icons" in serverInfo).toBe(false);
  });
});

test.each([
  ["2025-06-18", "2025-06-18"],
  ["2024-11-05", "2024-11-05"],
  ["2026-07-28", "2025-11-25"],
  ["1900-01-01", "2025-11-25"],
  ["", "2025-11-25"],
])("an offer of %j is answered with %s", (offer, agreed) => {
  const client = new FakeClient();
  expect(client.ask("initialize", { protocolVersion: offer, capabilities: {} })).toMatchObject({
    result: { protocolVersion: agreed },
  });
  expect(client.peer.revision).toBe(agreed);
});

test.each([undefined, 20251125, null])("an offer of %j is no offer", (protocolVersion) => {
  const client = new FakeClient();
  expect(client.ask("initialize", { protocolVersion, capabilities: {} })).toMatchObject({ error: { code: -32602 } });
  expect(client.peer.revision).toBeUndefined();
});

describe("before initialize", () => {
  test("on stdio everything but ping is refused, and names what to do", () => {
    const client = new FakeClient();
    expect(client.ask("ping", undefined, "p")).toEqual({ jsonrpc: "2.0", id: "p", result: {} });
    for (const method of ["tools/list", "tools/call", "server/discover", "subscriptions/listen", "unknown"])
      expect(client.ask(method, undefined, method)).toMatchObject({
        id: method,
        error: { code: -32600, message: expect.stringContaining("initialize") as string },
      });
  });

  test("a fault tool's call is refused and arms nothing", () => {
    const client = new FakeClient();
    const exchange = client.exchange("tools/call", { name: "hang" });
    expect(client.peer.arm(exchange)).toEqual({ kind: "not-a-fault-tool" });
    expect(client.send(exchange).last).toMatchObject({ error: { code: -32600 } });
  });

  test("without a session an HTTP request is served as it comes", () => {
    const client = new FakeClient({ kind: "stateless", revision: "2025-03-26" });
    expect(client.ask("tools/list")).toHaveProperty("result.tools");
    expect(client.callTool("ping").last).toHaveProperty("result.content");
  });
});

test("without a session nothing is remembered and no change is promised", () => {
  const client = new FakeClient({ kind: "stateless" });
  expect(client.initialize()).toMatchObject({ result: { capabilities: { tools: {}, prompts: {}, resources: {} } } });
  expect(JSON.stringify(client.initialize())).not.toMatch(/listChanged|subscribe/);
  expect([client.peer.revision, client.peer.clientName]).toEqual([undefined, undefined]);
  expect(client.ask("resources/subscribe", { uri: "lab://about" })).toMatchObject({ error: { code: -32601 } });
  expect(client.ask("logging/setLevel", { level: "error" })).toMatchObject({ result: {} });
});

test("a second initialize is answered anew on stdio", () => {
  const client = new FakeClient();
  client.initialize();
  const second = { protocolVersion: "2025-03-26", capabilities: {}, clientInfo: { name: "second" } };
  expect(client.ask("initialize", second)).toMatchObject({ result: { protocolVersion: "2025-03-26" } });
  expect([client.peer.revision, client.peer.clientName]).toEqual(["2025-03-26", "second"]);
});

test("a second initialize is refused in a session", () => {
  const client = new FakeClient({ kind: "session" });
  client.initialize();
  const channel = client.open("initialize", { protocolVersion: "2025-03-26", capabilities: {} });
  expect(channel.last).toMatchObject({ error: { code: -32600 } });
  expect([channel.status, client.peer.revision]).toEqual([400, "2025-11-25"]);
});

test("an unknown method has no HTTP status of its own", () => {
  const client = new FakeClient({ kind: "session" });
  client.initialize();
  expect(client.open("tools/unknown").status).toBe(200);
});

test("an internal defect is told as such, and the server lives on", () => {
  const server = createTestServer();
  const client = new FakeClient({ on: server });
  client.initialize();
  server.changes.prompts.set("broken", {
    name: "broken",
    describe() {
      throw new Error("no description");
    },
    completers: {},
    run: () => ({ messages: [] }),
  });
  expect(client.ask("prompts/list")).toMatchObject({
    error: { code: -32603, message: "Internal error: no description" },
  });
  expect(client.callTool("ping").last).toHaveProperty("result");
});
