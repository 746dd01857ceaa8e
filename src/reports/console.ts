import { violationsOf, type Finding } from "../checks/finding.ts";
import { sayFinding } from "../checks/say-finding.ts";
import type { LedgerEntry } from "../healthy/effect-ledger.ts";
import type { RuleTally } from "../plan/ledger.ts";
import type { ControlReport, OperationReport, RunReport, ScenarioReport, StepReport } from "../scenarios/report.ts";
import { createPaint, type Paint } from "./paint.ts";
import { printable } from "./printable.ts";
import { runsTable, runsText } from "./runs.ts";
import { summaryText } from "./summary.ts";

/** Who asks unless somebody else is named. */
const OWN_CLIENT = "mcp-failure-lab";
/** Lines of a target's stderr that are shown of a scenario that did not pass. */
const MAX_STDERR_LINES = 20;
/** Things noticed that are shown of a scenario; the JSON report has them all. */
const MAX_OBSERVATIONS = 5;

/** The report for people: a block for each scenario, and below several of them what came of the whole. */
export function renderConsole(report: RunReport, { colour }: { readonly colour: boolean }): string {
  const paint = createPaint(colour);
  const blocks = report.scenarios.map((scenario) => scenarioLines(scenario, paint).join("\n"));
  if (report.clock === "fast") blocks.push("Clock: fast; waiting was skipped, durations are those of the real clock");
  const table = runsTable(report.scenarios);
  if (table !== undefined) blocks.push(table.join("\n"));
  const { total, notRun } = report.summary;
  if (total !== 1 || notRun > 0) blocks.push(summaryLine(report, paint));
  return `${blocks.join("\n\n")}\n`;
}

function scenarioLines(scenario: ScenarioReport, paint: Paint): string[] {
  const { name, outcome, durationMs, passed, failures, failure, observer, runs } = scenario;
  const lines = [
    `Scenario: ${printable(name)}`,
    `Outcome: ${outcome}`,
    `Duration: ~${Math.round(durationMs)} ms`,
    `Assertions: ${passed ? paint.good("passed") : paint.bad("failed")}`,
    ...failures.map((line) => `- ${printable(line)}`),
  ];
  if (failure !== undefined) lines.push(`Error: ${failureText(failure)}`);
  lines.push(...(scenario.steps ?? []).map(stepLine));
  lines.push(...(scenario.rules ?? []).map(ruleLine));
  lines.push(...(scenario.ledger ?? []).map(ledgerLine));
  if (scenario.control !== undefined) lines.push(...controlLines(scenario.control));
  if (observer !== undefined) {
    lines.push(`Observer: ${observer.outcome}, ~${Math.round(observer.durationMs)} ms`);
    if (observer.failure !== undefined) lines.push(`Observer's error: ${failureText(observer.failure)}`);
  }
  lines.push(...observationLines(scenario.observations));
  lines.push(...findingLines(scenario.findings ?? []));
  if (runs !== undefined) lines.push(`Runs: ${runsText(runs)}`);
  if (scenario.client !== OWN_CLIENT) lines.push(`Client: ${printable(scenario.client)}`);
  if (scenario.external) lines.push(...externalLines(scenario));
  lines.push(...scenario.lifecycle.problems.map((problem) => `Life cycle: ${printable(problem)}`));
  if (!passed && scenario.lifecycle.stderr !== undefined) lines.push(...stderrLines(scenario.lifecycle.stderr));
  if (scenario.repeatWith !== undefined) lines.push(`Run it again: ${printable(scenario.repeatWith)}`);
  return lines;
}

function failureText({ kind, code, message }: NonNullable<ScenarioReport["failure"]>): string {
  return `${kind}${code === undefined ? "" : ` ${code}`}: ${printable(message)}`;
}

function stepLine({ name, outcome, durationMs, passed, failure }: StepReport): string {
  const why = failure === undefined ? "" : `: ${failureText(failure)}`;
  const title = printable(name.charAt(0).toUpperCase() + name.slice(1));
  return `${title}: ${outcome}, ~${Math.round(durationMs)} ms${passed ? "" : ", failed"}${why}`;
}

function ledgerLine({ tool, args, asked, executed }: LedgerEntry): string {
  return `Ledger: ${printable(`${tool} ${JSON.stringify(args)}`)} asked ${asked}, executed ${executed}`;
}

function controlLines({ passed, differences }: ControlReport): string[] {
  const title = `Control, with nothing injected: ${passed ? "passed" : "failed"}`;
  if (differences.length === 0) return [`${title}, no difference`];
  return [title, ...differences.map((line) => `  ${printable(line)}`)];
}

function ruleLine({ rule, faults, fired, matched }: RuleTally): string {
  const times = fired === 0 ? "did not fire" : `fired ${fired} of ${matched} times`;
  return `Injected: ${printable(rule)} (${faults.map(printable).join(" + ")}) ${times}`;
}

/** What shows that the failure really happened: a second answer, progress for a call that has ended, … */
function observationLines(observations: ScenarioReport["observations"]): string[] {
  const told = observations.slice(0, MAX_OBSERVATIONS).map(({ kind, text }) => `Noticed: ${kind}: ${printable(text)}`);
  const left = observations.length - told.length;
  return left > 0 ? [...told, `Noticed: … and ${left} more`] : told;
}

/** What the peer under test did against the specification; the JSON report has all findings. */
function findingLines(findings: readonly Finding[]): string[] {
  return violationsOf(findings).map((finding) => `Finding: ${printable(sayFinding(finding))}`);
}

/** Who was asked, and how each operation with it went. */
function externalLines({ target, transport, protocolVersion, operations }: ScenarioReport): string[] {
  const who = target === undefined ? "unknown" : [target.name, target.version].filter(isText).map(printable).join(" ");
  const { requested, negotiated } = protocolVersion;
  const spoken = negotiated === undefined ? "no revision" : printable(negotiated);
  return [
    `Target: ${who}, over ${transport}, speaks ${spoken}${requested === negotiated ? "" : ` (asked for: ${requested})`}`,
    "Operations:",
    ...operations.map(operationLine),
  ];
}

function operationLine({ name, outcome, durationMs, failure }: OperationReport): string {
  const why = failure === undefined ? "" : `: ${printable(failure.message)}`;
  return `  ${name.padEnd(8)}  ~${Math.round(durationMs)} ms  ${outcome}${why}`;
}

function stderrLines(stderr: string): string[] {
  const lines = stderr.trimEnd().split(/\r?\n/);
  const left = lines.length - MAX_STDERR_LINES;
  const title = left > 0 ? `Target's stderr (the last ${MAX_STDERR_LINES} lines):` : "Target's stderr:";
  return [title, ...lines.slice(-MAX_STDERR_LINES).map((line) => `  ${printable(line)}`)];
}

function summaryLine(report: RunReport, paint: Paint): string {
  const text = summaryText(report);
  return report.passed ? paint.good(text) : paint.bad(text);
}

function isText(text: string | undefined): text is string {
  return text !== undefined;
}
