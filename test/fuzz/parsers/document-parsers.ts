import fc from "fast-check";
import { checkInput } from "../../../src/base/schema-problems.ts";
import { parseCommandLine } from "../../../src/cli/parse.ts";
import { readServeOptions } from "../../../src/cli/read-serve-options.ts";
import type { SERVE } from "../../../src/cli/options.ts";
import type { CommandLine } from "../../../src/cli/define-command.ts";
import { FAULTS } from "../../../src/faults/index.ts";
import { compileRules } from "../../../src/plan/compile-rules.ts";
import { planSchema } from "../../../src/plan/rule.ts";
import { scenarioSchema } from "../../../src/scenarios/schema.ts";
import { mustHold, orOwnError, textNear, valueNear } from "../inputs.ts";
import { defineParser } from "../parser.ts";

const WORDS = [
  "serve|run|demo|faults|history|help|targets|--transport|http|stdio|--port|0|65535|--port=1|--host|::1|--path|/mcp|--plan|a.json|--rule|tools/call hang".split(
    "|",
  ),
  "--seed|--tools|core|--record|--report|json|junit=a.xml|--repeat|2|--jobs|--grep|-h|--help|-v|--version|--debug|--|-|--answers|sse|--no-port|--conformance".split(
    "|",
  ),
].flat();

export const commandLine = defineParser<string[]>({
  name: "a command line",
  input: fc.array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...WORDS) }, textNear(...WORDS)), { maxLength: 8 }),
  read(words) {
    orOwnError("invalid_arguments", () => {
      const asked = parseCommandLine(words);
      if (asked.kind !== "command" || asked.command.name !== "serve") return;
      // The line was read by the very table of `serve`.
      const options = readServeOptions(asked.line as CommandLine<typeof SERVE.options>, false);
      mustHold(
        options.port >= 0 && options.port <= 65_535 && options.path.startsWith("/"),
        "what is served makes sense",
      );
    });
  },
  growing: {
    "many words": (size) => Array.from({ length: size * 1_000 }, () => "a"),
    "many rules": (size) => ["serve", ...Array.from({ length: size * 400 }, () => ["--rule", "a b"]).flat()],
    "a long word": (size) => ["serve", `--${"x".repeat(size * 200_000)}`],
    "many short flags": (size) => ["serve", `-${"x".repeat(size * 20_000)}`],
  },
});

const PLAN = {
  name: "a",
  seed: 1,
  rules: [
    {
      id: "x",
      when: { method: "tools/call", name: "ping" },
      inject: [{ fault: "delay", with: { delayMs: 5 } }],
      times: "always",
      skip: 1,
    },
    { when: { method: "$open" }, inject: [{ fault: "pass_through" }], chance: 0.5, scope: "server" },
  ],
};

const CATALOGUE = new Map(FAULTS.map((fault) => [fault.name, fault]));

export const planDocument = defineParser<unknown>({
  name: "a plan",
  input: valueNear(PLAN),
  read(value) {
    const { value: plan, problems } = checkInput(planSchema, value);
    if (problems !== undefined) return told(problems);
    const found: string[] = [];
    const rules = plan.rules.map((rule, index) => ({ rule, where: `$.rules[${index}]` }));
    const compiled = compileRules(rules, { catalogue: CATALOGUE, seed: 1, direction: "to-client" }, found);
    mustHold(compiled.length + found.length >= rules.length, "each rule is ready, or its problem is told");
  },
  growing: {
    "many rules": (size) => ({
      rules: Array.from({ length: size * 300 }, (_, i) => ({ id: `r${i}`, inject: [{ fault: "hang" }] })),
    }),
    "many unknown keys": (size) => ({
      rules: [Object.fromEntries(Array.from({ length: size * 5_000 }, (_, i) => [`k${i}`, i]))],
    }),
    "many headers": (size) => ({
      rules: [
        {
          when: { header: Object.fromEntries(Array.from({ length: size * 2_000 }, (_, i) => [`k${i}`, "v"])) },
          inject: [{ fault: "hang" }],
        },
      ],
    }),
  },
});

const SCENARIO = {
  name: "a",
  protocolVersion: "2026-07-28",
  call: { tool: "delay", args: { delayMs: 5 } },
  timeoutMs: 1000,
  expect: {
    outcome: "error",
    maxDurationMs: 500,
    progressValues: [1, 2],
    error: { kind: "tool_error", messageContains: "x" },
  },
  observe: {
    call: { tool: "ping", args: {} },
    expect: { outcome: "success", result: { isError: false, textBytes: 1 } },
  },
};

export const scenarioDocument = defineParser<unknown>({
  name: "a scenario",
  input: valueNear(SCENARIO, { name: "b", steps: [{ call: { tool: "ping" }, expect: { outcome: "success" } }] }),
  read(value) {
    const { problems } = checkInput(scenarioSchema, value);
    if (problems !== undefined) told(problems);
  },
  growing: {
    "many unknown keys": (size) => Object.fromEntries(Array.from({ length: size * 10_000 }, (_, i) => [`k${i}`, i])),
    "many progress values": (size) => ({
      ...SCENARIO,
      expect: { outcome: "success", progressValues: Array.from({ length: size * 1_000 }, () => "x") },
    }),
    "a long name": (size) => ({ ...SCENARIO, name: "x".repeat(size * 500_000) }),
  },
});

/** Every problem says where it is, and there are not too many of them. */
function told(problems: readonly string[]): void {
  mustHold(problems.length > 0 && problems.length <= 21, "problems are told, and not too many");
  mustHold(
    problems.every((problem) => problem.startsWith("$") || problem.startsWith("…")),
    "each says where it is",
  );
}
