import { Ajv2020 } from "ajv/dist/2020.js";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../gates/source-files.ts";
import { lab, temporaryFolder } from "./cli/lab.ts";

const FOLDER = join(root, "examples/scenarios");

interface Example {
  readonly $schema: string;
  readonly name: string;
  readonly timeoutMs: number;
  readonly expect: Readonly<Record<string, unknown>>;
  readonly observe?: Readonly<Record<string, unknown>>;
}

/** Each example, with what its twin expects otherwise, and what the twin then fails with. */
const TWINS: Readonly<Record<string, { readonly otherwise: object; readonly fails: readonly string[] }>> = {
  "delay-success": {
    otherwise: { expect: { outcome: "success", maxDurationMs: 50 } },
    fails: ["maxDurationMs: expected at most 50 ms, actual"],
  },
  "delay-result": {
    otherwise: { expect: { outcome: "success", result: { textContains: '"status":"ok"' } } },
    fails: ['result.textContains: expected "\\"status\\":\\"ok\\"", actual "{\\"status\\":\\"delayed\\"'],
  },
  "delay-observe-ping": {
    otherwise: { observe: { call: { tool: "ping" }, expect: { outcome: "error" } } },
    fails: ["observer: outcome: expected error, actual success"],
  },
  "hang-timeout": {
    otherwise: { expect: { outcome: "success" } },
    fails: ["outcome: expected success, actual timeout (timeout: no answer within 300 ms)"],
  },
  "malformed-message": {
    otherwise: { expect: { outcome: "error", error: { kind: "protocol_error" } } },
    fails: ["error.kind: expected protocol_error, actual invalid_message"],
  },
  "duplicate-response": {
    otherwise: { expect: { outcome: "error", error: { kind: "invalid_message" } } },
    fails: ["outcome: expected error, actual success", "error: expected an error, actual none: success"],
  },
  "protocol-ping-liveness": {
    otherwise: { protocolVersion: "2026-07-28" },
    fails: ["outcome: expected success, actual error (tool_error: ", "result.isError: ", "result.textContains: "],
  },
  "oversized-response-64kib": {
    otherwise: { expect: { outcome: "success", result: { textBytes: 65_535 } } },
    fails: ["result.textBytes: expected 65535, actual 65536"],
  },
  "invalid-progress-unknown-token": {
    otherwise: { expect: { outcome: "success", progressValues: [1] } },
    fails: ["progressValues: expected [1], actual []"],
  },
  "invalid-progress-regressing": {
    otherwise: { expect: { outcome: "success", progressValues: [1, 2] } },
    fails: ["progressValues: expected [1, 2], actual [2, 1]"],
  },
  "invalid-progress-after-completion": {
    otherwise: { expect: { outcome: "success", progressValues: [1] } },
    fails: ["progressValues: expected [1], actual []"],
  },
  steps: {
    otherwise: { steps: [{ list: "tools", expect: { list: { contains: ["no such tool"] } } }, { reconnect: true }] },
    fails: ['step 1 (list tools): list.contains: expected ["no such tool"], actual ["ping", '],
  },
  "list-changed": {
    otherwise: {
      steps: [
        { call: { tool: "ping" } },
        { list: "tools", expect: { list: { contains: ["stranger"] } } },
        { waitFor: { method: "notifications/tools/list_changed" }, expect: { received: false } },
      ],
    },
    fails: [
      'step 2 (list tools): list.contains: expected ["stranger"], actual ["ping", ',
      "step 3 (wait for notifications/tools/list_changed): received: expected no notifications/tools/list_changed, actual one",
    ],
  },
  "lost-answer": {
    otherwise: { ledger: [{ args: { marker: "order 7" }, executed: 1 }] },
    fails: ['ledger: witness {"marker":"order 7"}: executed: expected 1, actual 2'],
  },
  "lost-request": {
    otherwise: { ledger: [{ args: { marker: "order 8" }, asked: 1, executed: 2 }] },
    fails: [
      'ledger: witness {"marker":"order 8"}: asked: expected 1, actual 2',
      'ledger: witness {"marker":"order 8"}: executed: expected 2, actual 1',
    ],
  },
  control: {
    otherwise: { expect: { outcome: "success" } },
    fails: ["outcome: expected success, actual error (invalid_message: "],
  },
};

/** Examples that need a target, and are tested with it. */
const FOR_TARGETS = ["github-get-me"];

const NAMES = Object.keys(TWINS);
const pathOf = (name: string) => join(FOLDER, `${name}.json`);
// The JSON Schema, which every example obeys, has these members.
const read = (name: string) => JSON.parse(readFileSync(pathOf(name), "utf8")) as Example;

test("every example has a twin", () => {
  const files = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ""));
  expect(files.filter((name) => !FOR_TARGETS.includes(name)).sort()).toEqual(NAMES.toSorted());
});

describe("the JSON Schema of the format", () => {
  const file = join(root, "schema/scenario.schema.json");
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(
    JSON.parse(readFileSync(file, "utf8")) as object,
  );

  test.each(readdirSync(FOLDER))("is named by %s, and accepts it", (name) => {
    const example: unknown = JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
    validate(example);
    expect(validate.errors ?? []).toEqual([]);
    expect(join(dirname(join(FOLDER, name)), (example as Example).$schema)).toBe(file);
    expect(existsSync(file)).toBe(true);
  });

  test.each([
    [{ timeoutMs: 0 }],
    [{ extra: 1 }],
    [{ protocolVersion: "2024-01-01" }],
    [{ call: { tool: "ping", args: [] } }],
    [{ expect: {} }],
    [{ expect: { outcome: "success", result: { textContains: 1 } } }],
    [{ observe: { call: { tool: "ping" } } }],
    [{ steps: [{ call: { tool: "ping" } }] }],
    [{ call: undefined, expect: undefined, steps: [{ call: { tool: "ping" }, list: "tools" }] }],
    [{ call: undefined, expect: undefined, steps: [{ read: "lab://about", expect: { list: { count: 1 } } }] }],
    [{ control: true }],
    [{ inject: [{ inject: [] }] }],
  ])("refuses %j", (change) => {
    expect(validate({ ...read("delay-success"), ...change })).toBe(false);
  });
});

describe("every example passes", () => {
  test.each([[], ["--transport", "stdio"], ["--transport", "http"]])("%s %s", async (...args) => {
    const { code, stdout, stderr } = await lab([
      "run",
      ...NAMES.map(pathOf),
      "--report",
      "json",
      "--jobs",
      "4",
      ...args,
    ]);
    const { scenarios } = JSON.parse(stdout) as {
      scenarios: { name: string; failures: string[]; lifecycle: { problems: string[] } }[];
    };
    expect(scenarios.map(({ name, failures, lifecycle }) => [name, ...failures, ...lifecycle.problems])).toEqual(
      NAMES.map((name) => [read(name).name]),
    );
    expect([code, stderr]).toEqual([0, ""]);
  });
});

test.each(Object.entries(TWINS))("%s has a twin that fails", async (name, { otherwise, fails }) => {
  const file = join(temporaryFolder(), "twin.json");
  writeFileSync(file, JSON.stringify({ ...read(name), ...otherwise }));
  const { code, stdout } = await lab(["run", file, "--report", "json"]);
  const { failures } = JSON.parse(stdout) as { failures: string[] };
  expect([code, failures.map((line, index) => line.slice(0, fails[index]?.length ?? 0))]).toEqual([2, fails]);
});
