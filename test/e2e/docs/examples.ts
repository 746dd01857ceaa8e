import { Ajv2020 } from "ajv/dist/2020.js";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type * as v from "valibot";
import { parse as parseYaml } from "yaml";
import { checkInput } from "../../../src/base/schema-problems.ts";
import { historyLineSchema } from "../../../src/history/schema.ts";
import { planSchema, ruleSchema } from "../../../src/plan/rule.ts";
import { scenarioSchema } from "../../../src/scenarios/schema.ts";
import { createFaultServer } from "../../../src/server/create-fault-server.ts";
import { parseTarget } from "../../../src/targets/target.ts";
import { root } from "../../gates/source-files.ts";
import { hostProblems } from "./hosts.ts";
import type { Block } from "./pages.ts";

type Check = (value: unknown) => string[] | Promise<string[]>;

const isScenario = new Ajv2020({ strict: true, allErrors: true }).compile(
  JSON.parse(readFileSync(join(root, "schema/scenario.schema.json"), "utf8")) as object,
);

/** What an example can be, as its fence says it, and what is wrong with one that should be that. */
const KINDS: Readonly<Record<string, Check>> = {
  scenario(value) {
    isScenario(value);
    const published = (isScenario.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
    return [...published, ...problemsOf(scenarioSchema, value)];
  },
  async plan(value) {
    const problems = problemsOf(planSchema, value);
    return problems.length > 0 ? problems : ruleProblems((value as v.InferInput<typeof planSchema>).rules);
  },
  async rule(value) {
    const problems = problemsOf(ruleSchema, value);
    return problems.length > 0 ? problems : ruleProblems([value]);
  },
  target: (value) => thrownBy(() => parseTarget(value, "target")),
  host: hostProblems,
  history: (value) => problemsOf(historyLineSchema, value),
  /** A part of a message, or what a tool answers: only that it is JSON. */
  message: () => [],
};

/** What is wrong with an example in JSON or YAML, one line each. */
export async function exampleProblems({ language, words, text }: Block): Promise<string[]> {
  const [kind = "", ...more] = words;
  const check = KINDS[kind];
  if (check === undefined || more.length > 0)
    return [`the fence does not say what it is: one of ${Object.keys(KINDS).join(", ")}`];
  let value: unknown;
  try {
    value = language === "yaml" ? parseYaml(text) : JSON.parse(text);
  } catch (error) {
    return [String(error)];
  }
  return check(value);
}

/** Why rules could never act, on any transport. */
async function ruleProblems(rules: readonly unknown[]): Promise<string[]> {
  const sources = rules.map((rule, index) => ({ rule, where: `rule ${index + 1}` }));
  try {
    await createFaultServer({ version: "0.0.0", rules: sources });
    return [];
  } catch (error) {
    return [String(error)];
  }
}

function problemsOf(schema: v.GenericSchema, value: unknown): string[] {
  return [...(checkInput(schema, value).problems ?? [])];
}

function thrownBy(work: () => unknown): string[] {
  try {
    work();
    return [];
  } catch (error) {
    return [String(error)];
  }
}
