import { expect, test } from "vitest";
import { failingFindings, type Finding } from "./finding.ts";

const finding = (level: Finding["level"], verdict: Finding["verdict"]): Finding => ({
  check: "CAN-10",
  subject: "server",
  revision: "2026-07-28",
  verdict,
  level,
  clauses: [],
  evidence: [],
  says: "",
});

test.each([
  ["must", ["MUST"]],
  ["should", ["MUST", "SHOULD"]],
  ["robustness", ["MUST", "SHOULD", "robustness"]],
  ["never", []],
] as const)("%s: violations of %j fail a run, other verdicts never do", (failOn, levels) => {
  const all = (["MUST", "SHOULD", "robustness", "note"] as const).flatMap((level) =>
    (["violated", "obeyed", "inconclusive", "not-exercised"] as const).map((verdict) => finding(level, verdict)),
  );
  const failing = failingFindings(all, failOn);
  expect(failing.map(({ level, verdict }) => [level, verdict])).toEqual(levels.map((level) => [level, "violated"]));
});
