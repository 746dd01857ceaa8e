import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock, type FakeClock } from "../base/fake-clock.ts";
import { createSequentialIds } from "../base/ids.ts";
import type { Firing } from "../plan/ledger.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import { createFaultServer, type CreateFaultServerOptions, type PlannedFaultServer } from "./create-fault-server.ts";

const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "tester", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

let clock: FakeClock;
let server: PlannedFaultServer;
let fired: Firing[];

beforeEach(() => {
  clock = createFakeClock();
  fired = [];
});

afterEach(async () => {
  const closed = server.close();
  await clock.advance(2000);
  await closed;
  expect(clock.pending).toBe(0);
});

async function open(options: Partial<CreateFaultServerOptions> = {}) {
  const ids = createSequentialIds("id");
  server = await createFaultServer({
    version: "1",
    clock,
    ids,
    tools: "all",
    onFired: (firing) => fired.push(firing),
    ...options,
  });
  return connect();
}

function connect() {
  const link = server.connect();
  const chunks: string[] = [];
  link.start({ data: (chunk) => void chunks.push(chunk.toString()), end: () => void chunks.push("END") });
  let id = 0;
  return {
    chunks,
    /** Calls a tool and gives the messages that come within 100 ms. */
    call(name: string, args: JsonObject = {}, meta: JsonObject = {}): Promise<JsonObject[]> {
      return this.request("tools/call", { name, arguments: args }, { ...ENVELOPE, ...meta });
    },
    async notify(method: string): Promise<void> {
      link.write(`${JSON.stringify({ jsonrpc: "2.0", method })}\n`);
      await clock.advance(0);
    },
    async request(method: string, params: JsonObject = {}, meta: JsonObject = ENVELOPE): Promise<JsonObject[]> {
      chunks.length = 0;
      link.write(`${JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params: { ...params, _meta: meta } })}\n`);
      await clock.advance(100);
      const lines = chunks
        .filter((chunk) => chunk !== "END")
        .join("")
        .split("\n");
      return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as JsonObject);
    },
    end: () => link.end(),
  };
}

function status(message: JsonObject | undefined): unknown {
  const result = message?.result;
  const [item] = isObject(result) && Array.isArray(result.content) ? (result.content as { text: string }[]) : [];
  const text = item?.text ?? "{}";
  return text.startsWith("{") ? (JSON.parse(text) as unknown) : text;
}

describe("the witness", () => {
  it("counts by arguments, whatever the request's id", async () => {
    const client = await open();
    await client.call("witness", { marker: "a" });
    await client.call("witness", { marker: "a" });
    await client.call("witness", { marker: "b" });
    expect(server.ledger()).toEqual([
      { tool: "witness", args: { marker: "a" }, asked: 2, executed: 2 },
      { tool: "witness", args: { marker: "b" }, asked: 1, executed: 1 },
    ]);
  });

  it.each([
    ["done", 1],
    ["skipped", 0],
  ] as const)("tells a lost answer from a lost request: effect %s", async (effect, executed) => {
    const rule = { when: { method: "tools/call", name: "witness" }, inject: [{ fault: "hang" }], effect };
    const client = await open({ rules: [{ rule, where: "test" }] });
    expect(await client.call("witness", { marker: "a" })).toEqual([]);
    expect(server.ledger()).toEqual([{ tool: "witness", args: { marker: "a" }, asked: 1, executed }]);
  });

  it("is read as a resource, and is not there among the core tools", async () => {
    const client = await open({ tools: "core" });
    expect(await client.call("witness", { marker: "a" })).toMatchObject([{ error: { code: -32602 } }]);
    expect(server.changes.resources.get("lab://ledger")).toBeUndefined();
  });
});

describe("arm_fault and disarm_faults", () => {
  it("arms a rule for later calls of this connection alone", async () => {
    const client = await open();
    const other = connect();
    expect(status((await client.call("arm_fault", { rule: "tools/call:ping duplicate_response" }))[0])).toEqual({
      status: "armed",
      id: "armed-1",
    });
    expect(await other.call("ping")).toHaveLength(1);
    expect(await client.call("ping")).toHaveLength(2);
    expect(await client.call("ping")).toHaveLength(1);
    expect(status((await client.call("disarm_faults"))[0])).toEqual({
      status: "disarmed",
      rules: [{ rule: "armed-1", matched: 2, fired: 1 }],
    });
    expect(fired).toMatchObject([
      { rule: "armed-1", method: "tools/call", name: "ping", client: "tester", connection: 1 },
    ]);
  });

  it("does not act on the call that arms it, and goes with its connection", async () => {
    const client = await open();
    const rule = { when: { method: "tools/call" }, inject: [{ fault: "duplicate_response" }], times: "always" };
    expect(await client.call("arm_fault", { rule })).toHaveLength(1);
    expect(await client.call("ping")).toHaveLength(2);
    await client.end();
    await clock.advance(0);
    expect(await connect().call("ping")).toHaveLength(1);
  });

  it.each([
    [{ rule: "tools/call nope" }, "unknown fault"],
    [{ rule: "tools/call byte_order_mark loud=1" }, 'unknown key "loud"; none is allowed'],
    [{ rule: 1 }, "allowed is a text or an object"],
    [
      { rule: { when: { direction: "to-server" }, inject: [{ fault: "hang" }] } },
      'it acts on what a client sends, and a server has no such rules; allowed here is "to-client"',
    ],
    [{ rule: "tools/call request_id as=text" }, "the rule is for to-client, as every rule of a server"],
    [{ rule: "$start slow_start delayMs=5" }, "$start is over when a client arms a rule, so the rule could never act"],
    [{ rule: "tools/call" }, 'Rule "tools/call" lacks a fault; a rule reads: METHOD[:NAME][#N] FAULT[ key=value…]'],
    [{}, "argument rule"],
  ])("refuses %j", async (args, expected) => {
    const client = await open();
    const [message] = await client.call("arm_fault", args);
    expect(message).toMatchObject({ result: { isError: true } });
    expect(status(message)).toContain(expected);
  });

  it("bounds what one connection arms", async () => {
    const client = await open();
    for (let n = 0; n < 128; n++) await client.call("arm_fault", { rule: "ping hang" });
    expect(status((await client.call("arm_fault", { rule: "ping hang" }))[0])).toContain("128 rules are armed here");
  });
});

describe("rules that a request carries in its _meta", () => {
  it("act on that request", async () => {
    const client = await open({ tools: "core" });
    expect(await client.call("ping", {}, { "mcp-failure-lab/rules": "tools/call duplicate_response" })).toHaveLength(2);
    expect(await client.call("ping")).toHaveLength(1);
    expect(fired).toMatchObject([{ rule: "carried-1", faults: ["duplicate_response"] }]);
  });

  it.each([
    ["hang", 'Rule "hang" lacks a fault; a rule reads: METHOD[:NAME][#N] FAULT[ key=value…]'],
    ["$start slow_start delayMs=5", "$start carries no rules of its own, so the rule could never act"],
    ["$shutdown refuse_exit ms=5", "$shutdown carries no rules of its own, so the rule could never act"],
  ])("are refused where they could never act or be read: %s", async (rule, expected) => {
    const client = await open({ tools: "core" });
    expect(await client.call("ping", {}, { "mcp-failure-lab/rules": rule })).toMatchObject([
      { error: { code: -32602, message: expect.stringContaining(expected) as string } },
    ]);
  });

  it("are refused with what is wrong with them", async () => {
    const client = await open({ tools: "core" });
    expect(await client.call("ping", {}, { "mcp-failure-lab/rules": ["tools/call hnag"] })).toMatchObject([
      { error: { code: -32602, message: expect.stringContaining('did you mean "hang"?') as string } },
    ]);
  });
});

describe("changes", () => {
  const tools = async (client: ReturnType<typeof connect>) => {
    const [message] = await client.request("tools/list");
    const result = message?.result;
    return isObject(result) ? (result.tools as { name: string; description: string; inputSchema: JsonObject }[]) : [];
  };
  const rule = (inject: JsonObject, more: JsonObject = {}) => [
    { rule: { when: { method: "tools/list" }, skip: 1, inject: [inject], ...more }, where: "test" },
  ];

  it.each<[string, JsonObject, (names: string[]) => void]>([
    ["tool_added", { name: "newcomer" }, (names) => expect(names).toContain("newcomer")],
    ["tool_removed", { name: "delay" }, (names) => expect(names).not.toContain("delay")],
    [
      "tool_renamed",
      { name: "delay", to: "wait" },
      (names) => expect([names.includes("delay"), names.includes("wait")]).toEqual([false, true]),
    ],
  ])("%s happens before the exchange that fires it, and lasts", async (fault, params, check) => {
    const client = await open({ rules: rule({ fault, with: params }) });
    const before = (await tools(client)).map(({ name }) => name);
    expect(() => check(before)).toThrow("expected");
    check((await tools(client)).map(({ name }) => name));
    check((await tools(client)).map(({ name }) => name));
    expect(fired).toMatchObject([{ rule: "rule-1", faults: [fault] }]);
  });

  it("a renamed tool is called by its new name only, and its fault is still its own", async () => {
    const client = await open({
      rules: rule({ fault: "tool_renamed", with: { name: "duplicate_response", to: "twice" } }, { skip: 0 }),
    });
    await tools(client);
    expect(await client.call("twice")).toHaveLength(2);
    expect(await client.call("duplicate_response")).toMatchObject([{ error: { code: -32602 } }]);
  });

  it("a schema is rewritten as it stands in the rule", async () => {
    const inputSchema = { anyOf: [{ type: "string" }] };
    const client = await open({
      rules: rule({ fault: "tool_schema_changed", with: { name: "ping", inputSchema } }, { skip: 0 }),
    });
    expect((await tools(client)).find(({ name }) => name === "ping")?.inputSchema).toEqual(inputSchema);
  });

  it("announces itself to a legacy client, unless told not to", async () => {
    for (const announce of [true, false]) {
      const client = await open({
        rules: rule({ fault: "tool_removed", with: { name: "delay", announce } }, { skip: 0 }),
      });
      await client.request(
        "initialize",
        { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
        {},
      );
      await client.notify("notifications/initialized");
      const messages = await client.request("tools/list", {}, {});
      const told = messages.filter(({ method }) => method === "notifications/tools/list_changed");
      expect(told).toHaveLength(announce ? 1 : 0);
      await server.close();
    }
  });

  it("refuses an unknown change and unknown parameters", async () => {
    await expect(open({ rules: rule({ fault: "tool_aded" }) })).rejects.toThrow('did you mean "tool_added"');
    await expect(open({ rules: rule({ fault: "tool_added", with: { nam: "x" } }) })).rejects.toThrow(
      'unknown key "nam"',
    );
    await open();
  });
});
