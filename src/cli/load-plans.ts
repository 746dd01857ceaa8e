import { LabError, errorText } from "../base/errors.ts";
import type { RuleSource } from "../server/rule-house.ts";
import type { ServeOptions } from "./serve-options.ts";

/** The rules that a command line asks for, and the seed of their chance. */
export interface LoadedPlans {
  readonly rules: readonly RuleSource[];
  readonly seed: number;
}

/**
 * Reads plan files and rules in their short form. Whether a rule can act is judged later, by the server that it is armed in. Throws
 * a `LabError` (`plan_load_failed`) that names every file and what is wrong with it.
 */
export async function loadPlans(asked: Pick<ServeOptions, "plans" | "rules" | "seed">): Promise<LoadedPlans> {
  const { plans, rules, seed } = asked;
  if (plans.length === 0 && rules.length === 0) return { rules: [], seed: seed ?? 0 };
  // Whoever arms nothing does not pay for the reader.
  const { readPlanFile } = await import("../plan/read-plan.ts");
  const { parseRuleText } = await import("../plan/rule-text.ts");
  const problems: string[] = [];
  let hint: string | undefined;
  const sources: RuleSource[] = [];
  let planned: number | undefined;
  for (const file of plans) {
    const read = await readPlanFile(file);
    if (read.problems !== undefined) problems.push(...read.problems);
    else {
      planned ??= read.plan.seed;
      sources.push(...read.plan.rules.map((rule, index) => ({ rule, where: `${file}: $.rules[${index}]` })));
    }
  }
  for (const text of rules) {
    try {
      sources.push({ rule: parseRuleText(text), where: `--rule ${JSON.stringify(text)}` });
    } catch (error) {
      problems.push(`--rule: ${errorText(error)}`);
      if (error instanceof LabError) hint = error.hint;
    }
  }
  if (problems.length > 0) {
    const { planFailure } = await import("../plan/plan-failure.ts");
    throw planFailure(problems, hint);
  }
  return { rules: sources, seed: seed ?? planned ?? 0 };
}
