import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LabError } from "../base/errors.ts";
import type { InjectPlace } from "./inject.ts";
import { loadScenarios as load } from "./load.ts";

const cwd = realpathSync(mkdtempSync(join(tmpdir(), "scenarios-")));
const SCENARIO = { name: "n", call: { tool: "ping" }, expect: { outcome: "success" } };

const IN_PROCESS: InjectPlace = { transport: "in-process", external: false, defaultProtocolVersion: "2026-07-28" };
const loadScenarios = (given: readonly string[], from: string, place: Partial<InjectPlace> = {}) =>
  load(given, from, { ...IN_PROCESS, ...place });

function write(path: string, content: unknown = SCENARIO): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), typeof content === "string" ? content : JSON.stringify(content));
}

test("a number that would travel changed is refused, in JSON and in YAML", async () => {
  write("large.json", '{"name":"n","call":{"tool":"a","args":{"id":9007199254740993}},"expect":{"outcome":"success"}}');
  write("large.yaml", "name: n\ncall: { tool: a, args: { ids: [9007199254740993] } }\nexpect: { outcome: success }\n");
  expect(await problemsOf("large.json")).toContain("large.json: $.call.args.id: found 9007199254740992, allowed are");
  expect(await problemsOf("large.yaml")).toContain("large.yaml: $.call.args.ids[0]: found 9007199254740992, allowed");
});

async function problemsOf(...given: string[]): Promise<string> {
  const error: unknown = await loadScenarios(given, cwd).catch((thrown: unknown) => thrown);
  if (!(error instanceof LabError)) throw new Error("it loads");
  expect(error.code).toBe("scenario_load_failed");
  return error.message;
}

const filesOf = async (...given: string[]) => (await loadScenarios(given, cwd)).scenarios.map(({ file }) => file);

beforeAll(() => {
  for (const path of [
    "set/b.json",
    "set/a.json",
    "set/B.yml",
    "set/sub/deep/c.yaml",
    "set/.hidden/d.json",
    "set/node_modules/e.json",
    "other/f.json",
    "odd.txt",
    "[x].json",
  ])
    write(
      path,
      path.startsWith("set/B") || path.endsWith(".yaml")
        ? "name: y\ncall: { tool: ping }\nexpect: { outcome: success }\n"
        : SCENARIO,
    );
  write("set/README.md", "# no scenario");
  write("empty/README.md", "# no scenario");
  symlinkSync(join(cwd, "other/f.json"), join(cwd, "set/link.json"));
  symlinkSync(join(cwd, "set"), join(cwd, "set/sub/round"));
});
afterAll(() => rmSync(cwd, { recursive: true }));

describe("finds", () => {
  const SET = ["set/B.yml", "set/a.json", "set/b.json", "set/link.json", "set/sub/deep/c.yaml"];

  test("a folder's files, sorted, and those of the folders below", async () => {
    expect(await filesOf("set")).toEqual(SET);
  });

  test("what a pattern matches, sorted", async () => {
    expect(await filesOf("set/*")).toEqual(["set/B.yml", "set/a.json", "set/b.json", "set/link.json"]);
    expect(await filesOf("**/{a,c,f}.*")).toEqual(["other/f.json", "set/a.json", "set/sub/deep/c.yaml"]);
    expect(await filesOf(`${cwd}/set/?.json`)).toEqual(["set/a.json", "set/b.json"]);
  });

  test("a file whatever its name, also one that looks like a pattern", async () => {
    expect(await filesOf("odd.txt", "[x].json", join(cwd, "set/b.json"), "./set/a.json")).toEqual([
      "odd.txt",
      "[x].json",
      "set/b.json",
      "set/a.json",
    ]);
  });

  test("the same file once, however it was given", async () => {
    expect(await filesOf("set/b.json", "set", "set/*.json", "./set/../set/a.json", "other")).toEqual([
      "set/b.json",
      "set/B.yml",
      "set/a.json",
      "set/link.json",
      "set/sub/deep/c.yaml",
    ]);
  });

  test("files outside the working directory under their whole path", async () => {
    expect((await loadScenarios(["../other/f.json"], join(cwd, "set"))).scenarios.map(({ file }) => file)).toEqual([
      `${cwd}/other/f.json`,
    ]);
  });
});

test.each([
  [true, ["set/a.json"]],
  [true, ["odd.txt"]],
  [false, ["set/a.json", "set/a.json"]],
  [false, ["other"]],
  [false, ["other/*"]],
])("knows whether exactly one file was named: %j %j", async (isSingle, given) => {
  expect((await loadScenarios(given, cwd)).isSingleFile).toBe(isSingle);
});

test("reads JSON and YAML into the same scenario, defaults filled in", async () => {
  const { scenarios } = await loadScenarios(["set/a.json", "set/sub/deep/c.yaml"], cwd);
  const [json, yaml] = scenarios;
  expect(json?.scenario).toEqual({ ...SCENARIO, timeoutMs: 30_000 });
  expect(yaml?.scenario).toEqual({ ...SCENARIO, name: "y", timeoutMs: 30_000 });
});

describe("what yields no scenario", () => {
  test.each([
    ["missing.json", "missing.json: no such file or folder"],
    ["empty", "empty: no scenario in this folder (no file that ends in .json, .yaml, .yml)"],
    ["set/z*.json", "set/z*.json: no scenario matches this pattern (files that end in .json, .yaml, .yml)"],
    ["**/*a*b*c*d*.json", "**/*a*b*c*d*.json: found a part with more than 4 stars, allowed are 4 between two slashes"],
    ["set/*.md", "set/*.md: no scenario matches this pattern (files that end in .json, .yaml, .yml)"],
  ])("%s", async (given, message) => {
    expect(await problemsOf(given)).toBe(message);
  });

  test("is named together with all the rest", async () => {
    write("bad/one.json", { ...SCENARIO, timeoutMs: 0, expects: {} });
    write("bad/two.yaml", "name: x\nname: y\n");
    write("bad/three.json", '{"name": }');
    expect(await problemsOf("missing.json", "set/a.json", "bad", "nothing/*")).toBe(
      [
        "6 problems in what should be run:",
        "missing.json: no such file or folder",
        "nothing/*: no scenario matches this pattern (files that end in .json, .yaml, .yml)",
        'bad/one.json: $.expects: unknown key "expects"; did you mean "expect"?; allowed are "$schema", "name", "protocolVersion", "needs", "inject", "control", "call", "timeoutMs", "expect", "steps", "observe", "ledger"',
        "bad/one.json: $.timeoutMs: found 0, allowed is a whole number from 1 to 3600000",
        'bad/three.json: line 1, column 10: expected a value, found "}"',
        "bad/two.yaml: line 2, column 1: Map keys must be unique",
      ].join("\n  "),
    );
  });
});

describe("the format refuses", () => {
  const at = (path: string, value: unknown) => {
    const scenario: Record<string, unknown> = structuredClone({
      ...SCENARIO,
      observe: { call: { tool: "t" }, expect: { outcome: "success" } },
    });
    const keys = path.split(".");
    const last = keys.pop() ?? "";
    const parent = keys.reduce<Record<string, unknown>>(
      (object, key) => (object[key] ??= {}) as Record<string, unknown>,
      scenario,
    );
    if (value === undefined) delete parent[last];
    else parent[last] = value;
    return scenario;
  };
  const TIMEOUT = "a whole number from 1 to 3600000";
  const OUTCOME = '"success", "error", "timeout"';

  test.each([
    ["name", undefined, "missing; required is a text of 1 to 1000 characters"],
    ["name", "", 'found "", allowed is a text of 1 to 1000 characters'],
    [
      "protocolVersion",
      "2024-01-01",
      'found "2024-01-01", allowed are "2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "auto"; did you mean "2024-11-05"?',
    ],
    ["call", undefined, "missing; required is an object"],
    ["call.tool", undefined, "missing; required is a text of 1 to 1000 characters"],
    ["call.args", [], "found an array, allowed is an object"],
    ["call.args", null, "found null, allowed is an object"],
    ["timeoutMs", 0, `found 0, allowed is ${TIMEOUT}`],
    ["timeoutMs", 3_600_001, `found 3600001, allowed is ${TIMEOUT}`],
    ["timeoutMs", 1.5, `found 1.5, allowed is ${TIMEOUT}`],
    ["timeoutMs", "1000", `found "1000", allowed is ${TIMEOUT}`],
    ["expect", undefined, "missing; required is an object"],
    ["expect.outcome", undefined, `missing; required is one of ${OUTCOME}`],
    ["expect.outcome", "cancelled", `found "cancelled", allowed are ${OUTCOME}`],
    ["expect.minDurationMs", -1, "found -1, allowed is a number from 0 to 3600000"],
    ["expect.maxDurationMs", "500", 'found "500", allowed is a number from 0 to 3600000'],
    ["expect.progressValues", 1, "found 1, allowed is an array of at most 10000 items"],
    ["expect.result.isError", 0, "found 0, allowed is true or false"],
    ["expect.result.textContains", "", 'found "", allowed is a text of 1 to 1000000 characters'],
    ["expect.result.textBytes", -1, "found -1, allowed is a whole number of 0 or more"],
    [
      "expect.error.kind",
      "network",
      'found "network", allowed are "tool_error", "protocol_error", "transport_loss", "invalid_message", "timeout", "cancelled"',
    ],
    ["expect.error.code", 1.5, "found 1.5, allowed is a whole number"],
    ["expect.error.messageContains", 5, "found 5, allowed is a text of 1 to 1000000 characters"],
    ["observe.timeoutMs", -5, `found -5, allowed is ${TIMEOUT}`],
    ["observe.expect", undefined, "missing; required is an object"],
    ["observe.expect.outcome", 1, `found 1, allowed are ${OUTCOME}`],
  ])("%s: %j", async (path, value, problem) => {
    write("refused.json", at(path, value));
    expect(await problemsOf("refused.json")).toBe(`refused.json: $.${path}: ${problem}`);
  });

  const ONE = "call, list, read, prompt, request, waitFor, cancel, reconnect";

  test.each([
    [{ steps: [{}] }, `$.steps[0]: found an object, which does not do exactly one thing of ${ONE}, parallel`],
    [
      { steps: [{ parallel: [{ read: "a", list: "tools" }] }] },
      `$.steps[0].parallel[0]: found an object, which does not do exactly one thing of ${ONE}`,
    ],
    [
      { steps: [{ list: "tool" }] },
      '$.steps[0].list: found "tool", allowed are "tools", "resources", "prompts", "templates"; did you mean "tools"?',
    ],
    [
      { steps: [{ waitFor: { method: "a" }, expect: { outcome: "success" } }] },
      "$.steps[0]: found an object, which expects what it cannot have",
    ],
    [
      { steps: [{ read: "a", expect: { list: { count: 1 } } }] },
      "$.steps[0]: found an object, which expects what it cannot have",
    ],
    [
      { steps: [{ parallel: [{ read: "a" }], expect: {} }] },
      "$.steps[0]: found an object, which expects what it cannot have",
    ],
    [{ steps: [{ read: "a" }], ...SCENARIO }, "$.call: found beside `steps`, allowed is one of them"],
    [{ ...SCENARIO, control: true }, "$.control: found true without `inject`: there is nothing to leave out"],
    [
      { ...SCENARIO, inject: [{ inject: [{ fault: "hang" }], time: 1 }] },
      '$.inject[0].time: unknown key "time"; did you mean "times"?',
    ],
    [
      { ...SCENARIO, inject: ["tools/call hagn"] },
      '$.inject[0].inject[0].fault: unknown fault "hagn"; did you mean "hang"?',
    ],
  ])("%j", async (scenario, problem) => {
    write("refused.json", { name: "n", ...scenario });
    expect(await problemsOf("refused.json")).toContain(`refused.json: ${problem}`);
  });

  test("unknown keys at every level, all at once", async () => {
    const paths = [
      "extra",
      "call.extra",
      "expect.extra",
      "expect.result.extra",
      "expect.error.extra",
      "observe.extra",
      "observe.call.extra",
    ];
    const scenario = paths.reduce<object>((value, path) => mergeDeep(value, at(path, 1)), {});
    write("refused.json", scenario);
    const message = await problemsOf("refused.json");
    for (const path of paths) expect(message).toContain(`refused.json: $.${path}: unknown key "extra"`);
  });
});

function mergeDeep(one: object, other: object): object {
  const merged: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const there = merged[key];
    merged[key] =
      typeof there === "object" && there !== null && typeof value === "object"
        ? mergeDeep(there, value as object)
        : value;
  }
  return merged;
}

describe("a scenario for somebody else's server", () => {
  beforeAll(() => write("needy/a.json", { ...SCENARIO, needs: "target" }));
  const why = "needy/a.json: $.needs: it is for somebody else's server, which --target names";

  test("is left out without one, and that is told", async () => {
    const { scenarios, leftOut } = await loadScenarios(["needy", "other"], cwd);
    expect([scenarios.map(({ file }) => file), leftOut]).toEqual([["other/f.json"], [why]]);
  });

  test("runs with one", async () => {
    const { scenarios, leftOut } = await loadScenarios(["needy"], cwd, { external: true });
    expect([scenarios.length, leftOut]).toEqual([1, []]);
  });

  test("cannot be all there is", async () => {
    expect(await problemsOf("needy")).toBe(why);
  });
});
