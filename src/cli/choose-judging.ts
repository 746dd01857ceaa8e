import type { FailOn } from "../checks/finding.ts";
import type { Judging, ScenarioTarget } from "../scenarios/scenario-context.ts";
import type { ReportPlan } from "./report-plan.ts";

export interface JudgingWish {
  readonly failOn: FailOn;
  readonly plan: ReportPlan;
  readonly target: ScenarioTarget;
  readonly secrets: readonly string[];
}

/**
 * How the runs of a line are judged by the specification; undefined where nobody would hear of it. To record and to judge costs a third
 * of a bare start: the lab's own client is judged only where a report for programs, or `--fail-on`, wants to know.
 */
export function chooseJudging({ failOn, plan, target, secrets }: JudgingWish): Judging | undefined {
  const isForeign = target.external || target.client !== undefined;
  const isForPrograms = [plan.main, ...plan.more].some(({ format }) => format === "json" || format === "junit");
  return isForeign || isForPrograms || failOn !== "never" ? { failOn, secrets } : undefined;
}
