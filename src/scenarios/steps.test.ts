import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { MAX_LIST_PAGES } from "../base/limits.ts";
import { runScenario } from "./run-scenario.ts";
import { scenarioSchema } from "./schema.ts";
import { createScripted, text, type Scripted } from "./scripted-target.ts";

async function run(scenario: object, scripted: Scripted, ...advances: number[]) {
  const loaded = { file: "a.json", scenario: v.parse(scenarioSchema, { name: "a", ...scenario }) };
  const report = runScenario(loaded, scripted.context);
  for (const ms of advances) await scripted.clock.advance(ms);
  return report;
}

const ping = { call: { tool: "ping" } };
const tools = (names: readonly string[], more: object = {}) => ({ tools: names.map((name) => ({ name })), ...more });

describe("a list", () => {
  const asked = (scripted: Scripted) =>
    scripted
      .asked()
      .map(({ call }) => call?.params["cursor"])
      .slice(1, -1);

  test("is followed to its last page, in one operation", async () => {
    const calls = [
      { result: tools(["a"], { nextCursor: "2" }) },
      { result: tools(["b", "c"], { nextCursor: "" }) },
      { result: tools([]) },
    ];
    const scripted = createScripted([{ calls }]);
    const report = await run(
      { steps: [{ list: "tools", expect: { list: { names: ["a", "b", "c"], count: 3 } } }] },
      scripted,
    );
    expect(report.failures).toEqual([]);
    expect(report.steps?.[0]?.listed).toEqual(["a", "b", "c"]);
    expect(asked(scripted)).toEqual([undefined, "2", ""]);
    expect(report.operations.map(({ name }) => name)).toEqual(["set-up", "execute", "clean-up"]);
  });

  test.each([
    [
      "whose cursor comes again",
      [{ result: tools(["a"], { nextCursor: "1" }) }],
      2,
      "tools/list: the cursor of page 2 came before",
    ],
    ["that is none", [{ result: { tools: 5 } }], 1, 'tools/list: the result has no list "tools"'],
    [
      "without end",
      Array.from({ length: MAX_LIST_PAGES + 5 }, (_, page) => ({ result: tools(["a"], { nextCursor: String(page) }) })),
      MAX_LIST_PAGES,
      `tools/list: more than ${MAX_LIST_PAGES} pages`,
    ],
  ])("%s is not believed", async (_what, calls, pages, message) => {
    const scripted = createScripted([{ calls }]);
    const report = await run({ steps: [{ list: "tools" }] }, scripted);
    expect(report.failure).toMatchObject({ kind: "invalid_message", message });
    expect(asked(scripted)).toHaveLength(pages);
  });
});

describe("a cancel", () => {
  const hang = [{ calls: [{ hang: true }, { result: text("{}") }] }];

  test("gives its call up at its time, and the next step goes on", async () => {
    const scripted = createScripted(hang);
    const report = await run({ steps: [{ cancel: { call: { tool: "hang" }, afterMs: 70 } }, ping] }, scripted, 70);
    expect(report.failures).toEqual([]);
    expect(report.steps?.map(({ durationMs, failure }) => [durationMs, failure?.kind])).toEqual([
      [70, "cancelled"],
      [0, undefined],
    ]);
    expect(scripted.clock.pending).toBe(0);
  });

  test("at the first progress", async () => {
    const scripted = createScripted([{ calls: [{ delayMs: 30, progress: [1], hang: false }] }]);
    const report = await run({ steps: [{ cancel: { call: { tool: "work" }, afterProgress: true } }] }, scripted, 30);
    expect(report.steps?.[0]).toMatchObject({ passed: true, durationMs: 30, failure: { kind: "cancelled" } });
  });

  test("of a call that ends before is a failure", async () => {
    const report = await run({ steps: [{ cancel: { call: { tool: "ping" }, afterMs: 70 } }] }, createScripted());
    expect(report.failures[0]).toBe("step 1 (cancel ping): outcome: expected error, actual success");
  });
});

describe("a notification", () => {
  const method = "notifications/a";

  test("is taken by one step only, in its order", async () => {
    const scripted = createScripted([{ notifications: [{ method }, { method: "notifications/b" }] }]);
    const wait = (other: string, expect?: object) => ({
      waitFor: { method: other },
      timeoutMs: 50,
      ...(expect === undefined ? {} : { expect }),
    });
    const report = await run(
      { steps: [wait("notifications/b"), wait(method), wait(method, { received: false })] },
      scripted,
      50,
    );
    expect(report.failures).toEqual([]);
    expect(report.steps?.map(({ durationMs }) => durationMs)).toEqual([0, 0, 50]);
    expect(scripted.clock.pending).toBe(0);
  });
});

describe("the outcome of the whole", () => {
  const failure = { kind: "transport_loss", message: "gone" } as const;

  test("is that of the first step that failed", async () => {
    const report = await run({ steps: [ping, ping, ping] }, createScripted([{ calls: [{}, { failure }, {}] }]));
    expect(report).toMatchObject({ outcome: "error", passed: false, failure });
  });

  test("is else that of the last", async () => {
    const lost = { ...ping, expect: { outcome: "error" } };
    const report = await run({ steps: [ping, lost] }, createScripted([{ calls: [{}, { failure }] }]));
    expect(report).toMatchObject({ outcome: "error", passed: true, failure });
  });
});

describe("one connection after the other", () => {
  test("an observer asks on a new one where it is told to", async () => {
    const scripted = createScripted();
    const observe = { ...ping, connection: "new", expect: { outcome: "success" } };
    await run({ steps: [ping, { reconnect: true }], observe }, scripted);
    expect(scripted.asked().map(({ operation }) => operation)).toEqual([
      "set-up",
      "execute",
      "connect",
      "connect",
      "observe",
      "clean-up",
    ]);
  });

  test("one that cannot be opened fails the step, or the observer", async () => {
    const failure = { kind: "transport_loss", message: "nobody listens" } as const;
    const observe = { ...ping, connection: "new", expect: { outcome: "success" } };
    const report = await run({ steps: [{ reconnect: true }], observe }, createScripted([{ connect: { failure } }]));
    expect(report.failures).toEqual([
      "step 1 (reconnect): outcome: expected success, actual error (transport_loss: nobody listens)",
      "observer: outcome: expected success, actual error (transport_loss: nobody listens)",
    ]);
  });
});

test("no step begins once the run has been ended, and clean-up is asked for", async () => {
  const scripted = createScripted([{ calls: [{ hang: true }] }]);
  const running = run({ steps: [ping, ping] }, scripted);
  await scripted.clock.advance(0);
  scripted.ending.abort();
  const report = await running;
  expect(report.failures).toContain("the run was ended before the scenario was done");
  expect(scripted.asked().map(({ operation }) => operation)).toEqual(["set-up", "execute", "clean-up"]);
});
