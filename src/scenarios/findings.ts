import { failingFindings, type FailOn, type Finding } from "../checks/finding.ts";
import { sayFinding } from "../checks/say-finding.ts";
import type { ScenarioReport } from "./report.ts";
import type { LoadedScenario, ScenarioTarget } from "./scenario-context.ts";

/** What the line of a finding that fails its scenario begins with. */
export const FINDING = "finding: ";

/** A report with its findings. Those that `failOn` names fail the scenario, unless it could not be executed (SPEC 8). */
export function withFindings(report: ScenarioReport, findings: readonly Finding[], failOn: FailOn): ScenarioReport {
  const failing = report.error === undefined ? failingFindings(findings, failOn) : [];
  const failures = [...report.failures, ...failing.map((finding) => FINDING + sayFinding(finding))];
  return { ...report, findings, failures, passed: report.passed && failing.length === 0 };
}

/** Whose doing is judged: the peer under test. The lab's own server is one only with somebody else's client, which is another command. */
export function subjectOf({ external }: ScenarioTarget): "client" | "server" {
  return external ? "server" : "client";
}

/**
 * Whether it can be judged at all. Where both sides of the lab's own have faults, one recording cannot say which of the client's frames
 * are faulty.
 */
export function isJudgeable({ rules }: LoadedScenario, { external }: ScenarioTarget): boolean {
  return external || rules === undefined || rules.toClient.length === 0 || rules.toServer.length === 0;
}

/** Whether the run has one client: each connection that a scenario opens is made by a client of its own, which counts its own ids. */
export function hasOneClient({ steps = [], observe }: LoadedScenario["scenario"]): boolean {
  const reconnects = steps.some(
    (step) => step.reconnect === true || step.parallel?.some((each) => each.reconnect === true),
  );
  return observe?.connection !== "new" && !reconnects;
}
