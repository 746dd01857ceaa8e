import XMLBuilder from "fast-xml-builder";
import { violationsOf } from "../checks/finding.ts";
import { sayFinding } from "../checks/say-finding.ts";
import type { LabError } from "../base/errors.ts";
import { FINDING } from "../scenarios/findings.ts";
import type { RunReport, ScenarioReport } from "../scenarios/report.ts";

/** A testcase as the builder takes it; at most one of `failure` and `error`. */
interface TestCase {
  readonly name: string;
  readonly timeMs: number;
  readonly failures?: readonly string[];
  readonly error?: { readonly type: string; readonly message: string } | undefined;
  readonly systemOut?: string;
  readonly systemErr?: string;
}

interface TestSuite {
  readonly name: string;
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly cases: readonly TestCase[];
}

/**
 * The report for continuous integration, as Ant and Jenkins read it: a suite for each file; in it a case for the call, one for the
 * observer and one for the life cycle. All unmet expectations of a case are one `failure`; what could not be executed is an `error`.
 */
export function renderJunit(report: RunReport): string {
  return document(report.scenarios.map((scenario) => suiteOf(scenario, report)));
}

/** A command that could not begin, as a report with one `error`. */
export function renderJunitError(error: LabError, timestamp: string): string {
  const failed: TestCase = { name: "mcp-failure-lab", timeMs: 0, error: { type: error.code, message: error.message } };
  return document([{ name: "mcp-failure-lab", timestamp, properties: {}, cases: [failed] }]);
}

function suiteOf(scenario: ScenarioReport, report: RunReport): TestSuite {
  const { name, file, observer, error } = scenario;
  // Each failure stands in one case: that of its step, of the observer, or of the scenario itself (SPEC 14.11).
  const steps = scenario.steps ?? [];
  const elsewhere = ["observer: ", FINDING, ...steps.map((step) => `${step.name}: `)];
  const own = scenario.failures.filter((line) => !elsewhere.some((prefix) => line.startsWith(prefix)));
  const call: TestCase = {
    name,
    timeMs: scenario.durationMs,
    ...(error === undefined ? { failures: own } : { error: { type: error.code, message: error.message } }),
  };
  const cases = [call];
  for (const step of steps)
    cases.push({ name: `${name}: ${step.name}`, timeMs: step.durationMs, failures: step.failures });
  if (observer !== undefined)
    cases.push({ name: `${name}: observer`, timeMs: observer.durationMs, failures: observer.failures });
  const broken = scenario.failures.filter((line) => line.startsWith(FINDING)).map((line) => line.slice(FINDING.length));
  if (broken.length > 0) cases.push({ name: `${name}: findings`, timeMs: 0, failures: broken });
  cases.push(lifeCycleOf(scenario));
  return { name: file, timestamp: report.startedAt, properties: propertiesOf(scenario, report), cases };
}

/** Set-up and clean-up: what goes wrong there fails nothing, and is told (SPEC 6). What was violated stands beside it. */
function lifeCycleOf({ name, operations, lifecycle, findings = [] }: ScenarioReport): TestCase {
  const timeMs = operations
    .filter((operation) => operation.name === "set-up" || operation.name === "clean-up")
    .reduce((sum, { durationMs }) => sum + durationMs, 0);
  const told = [...lifecycle.problems, ...(lifecycle.stderr === undefined ? [] : [lifecycle.stderr])];
  const violated = violationsOf(findings).map(sayFinding);
  return {
    name: `${name}: life cycle`,
    timeMs,
    ...(violated.length === 0 ? {} : { systemOut: violated.join("\n") }),
    ...(told.length === 0 ? {} : { systemErr: told.join("\n") }),
  };
}

function propertiesOf(
  scenario: ScenarioReport,
  { tool, platform, seed, clock, interrupted }: RunReport,
): TestSuite["properties"] {
  const { protocolVersion, target, transport, client, runs, rules, repeatWith } = scenario;
  const all = {
    "tool.version": tool.version,
    "platform.node": platform.node,
    "platform.os": `${platform.os} ${platform.arch}`,
    seed: String(seed),
    clock,
    transport,
    client,
    "protocolVersion.requested": protocolVersion.requested,
    "protocolVersion.negotiated": protocolVersion.negotiated,
    "target.name": target?.name,
    "target.version": target?.version,
    ...Object.fromEntries(
      (rules ?? []).map(({ rule, fired, matched }) => [`rule.${rule}`, `fired ${fired} of ${matched}`]),
    ),
    repeatWith,
    runs: runs === undefined ? undefined : String(runs.length),
    interrupted,
  };
  return Object.fromEntries(Object.entries(all).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

function document(suites: readonly TestSuite[]): string {
  const builder = new XMLBuilder({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    suppressEmptyNode: true,
    suppressBooleanAttributes: false,
    format: true,
  });
  const cases = suites.flatMap((suite) => suite.cases);
  const text = builder.build({
    "?xml": { "@version": "1.0", "@encoding": "UTF-8" },
    testsuites: { "@name": "mcp-failure-lab", ...countsOf(cases), testsuite: suites.map(suiteNode) },
  });
  return text.endsWith("\n") ? text : `${text}\n`;
}

function suiteNode({ name, timestamp, properties, cases }: TestSuite): object {
  const property = Object.entries(properties).map(([key, value]) => ({ "@name": key, "@value": attribute(value) }));
  return {
    "@name": attribute(name),
    ...countsOf(cases),
    "@timestamp": timestamp.replace(/\.\d+Z$/, ""),
    "@hostname": "localhost",
    ...(property.length === 0 ? {} : { properties: { property } }),
    testcase: cases.map((testCase) => caseNode(testCase, name)),
  };
}

function caseNode({ name, timeMs, failures, error, systemOut, systemErr }: TestCase, file: string): object {
  const [first] = failures ?? [];
  return {
    "@name": attribute(name),
    "@classname": attribute(file),
    "@time": seconds(timeMs),
    ...(first === undefined
      ? {}
      : {
          failure: {
            "@type": "expectation",
            "@message": attribute(first),
            "#text": legal((failures ?? []).join("\n")),
          },
        }),
    ...(error === undefined
      ? {}
      : { error: { "@type": error.type, "@message": attribute(error.message), "#text": legal(error.message) } }),
    ...(systemOut === undefined ? {} : { "system-out": legal(systemOut) }),
    ...(systemErr === undefined ? {} : { "system-err": legal(systemErr) }),
  };
}

function countsOf(cases: readonly TestCase[]): object {
  return {
    "@tests": cases.length,
    "@failures": cases.filter(({ failures }) => failures?.[0] !== undefined).length,
    "@errors": cases.filter(({ error }) => error !== undefined).length,
    "@skipped": 0,
    "@time": seconds(cases.reduce((sum, { timeMs }) => sum + timeMs, 0)),
  };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(6);
}

/** XML 1.0 forbids these characters in whatever spelling; a replacement character stands for each. */
function legal(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\ufffd");
}

/** A parser makes spaces of line ends in attributes; done here, it is the same with every parser. */
function attribute(text: string): string {
  return legal(text).replace(/[\t\r\n]/g, " ");
}
