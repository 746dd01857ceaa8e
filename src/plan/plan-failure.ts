import { LabError } from "../base/errors.ts";

/** Why rules cannot be armed: one problem as it is, several below each other. Each names its file or option itself. */
export function planFailure(problems: readonly string[], hint?: string): LabError {
  const [first = ""] = problems;
  const lines = problems.map((problem) => `\n  ${problem}`).join("");
  const message = problems.length > 1 ? `${problems.length} problems in the rules:${lines}` : first;
  return new LabError("plan_load_failed", message, hint === undefined ? {} : { hint });
}
