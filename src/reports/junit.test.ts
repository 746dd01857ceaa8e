import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import { LabError } from "../base/errors.ts";
import { renderJunit, renderJunitError } from "./junit.ts";
import { erroredReport, failedReport, runReport, scenarioReport, VIOLATION } from "./report-fixture.ts";

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Parses strictly: what XML 1.0 forbids is an error. */
function parse(xml: string): Element {
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  parser.on("text", (text) => void ((open.at(-1) ?? root).text += text));
  parser.write(xml).close();
  const [document] = root.children;
  if (document === undefined) throw new Error("no element");
  return document;
}

const all = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);

/** Attributes and children, in order, as the schemas of Ant and Jenkins have them, as far as we write them. */
const RULES: Readonly<Record<string, { readonly attributes: string; readonly children: string }>> = {
  testsuites: { attributes: "errors failures name skipped tests time", children: "testsuite" },
  testsuite: {
    attributes: "errors failures hostname name skipped tests time timestamp",
    children: "properties testcase",
  },
  properties: { attributes: "", children: "property" },
  property: { attributes: "name value", children: "" },
  testcase: { attributes: "classname name time", children: "error failure system-out system-err" },
  failure: { attributes: "message type", children: "" },
  error: { attributes: "message type", children: "" },
  "system-out": { attributes: "", children: "" },
  "system-err": { attributes: "", children: "" },
};

const FORMATS: Readonly<Record<string, RegExp>> = {
  time: /^\d+\.\d+$/,
  timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
};

/** What is wrong with a report by these rules; counts and times have to be those of the cases inside. */
function wrongWith(element: Element): string[] {
  const { name, attributes, children } = element;
  const rule = RULES[name];
  if (rule === undefined) return [`${name} is no element of a report`];
  const wrong: string[] = [];
  if (Object.keys(attributes).sort().join(" ") !== rule.attributes)
    wrong.push(`${name}: ${Object.keys(attributes).join(" ")}`);
  const order = children.map((child) => rule.children.split(" ").indexOf(child.name));
  if (order.some((index, at) => index < (order[at - 1] ?? 0))) wrong.push(`${name}: the order of its elements`);
  if (name === "testcase" && children.filter((child) => !child.name.startsWith("system-")).length > 1)
    wrong.push("two verdicts");
  for (const [attribute, format] of Object.entries(FORMATS))
    if (attribute in attributes && !format.test(attributes[attribute] ?? "")) wrong.push(`${name}: ${attribute}`);
  const counts = { tests: "testcase", failures: "failure", errors: "error" };
  for (const [attribute, counted] of Object.entries(counts))
    if (attribute in attributes && attributes[attribute] !== String(all(element, counted).length))
      wrong.push(`${name}: ${attribute}`);
  const times = all(element, "testcase").map((testcase) => Number(testcase.attributes["time"]));
  const time = times.reduce((sum, each) => sum + each, 0);
  if ("tests" in attributes && Math.abs(time - Number(attributes["time"])) > 0.00001)
    wrong.push(`${name}: the sum of times`);
  return [...wrong, ...children.flatMap(wrongWith)];
}

/** A report that was rendered, read again and found right. */
function read(xml: string): Element {
  const document = parse(xml);
  const wrong = wrongWith(document);
  if (wrong.length > 0) throw new Error(wrong.join("; "));
  return document;
}

const casesOf = (document: Element) =>
  all(document, "testcase").map((testcase) => [
    testcase.attributes["name"],
    testcase.attributes["time"],
    ...testcase.children.map(({ name }) => name),
  ]);

test("a suite for each file, with a case for the call, the observer and the life cycle", () => {
  const document = read(renderJunit(runReport([scenarioReport(), failedReport()])));
  expect(document.children.map(({ attributes }) => attributes["name"])).toEqual([
    "scenarios/delay.json",
    "scenarios/broken.json",
  ]);
  expect(casesOf(document)).toEqual([
    ["Delay", "0.501234"],
    ["Delay: life cycle", "0.003000"],
    ["Broken", "0.003400", "failure"],
    ["Broken: observer", "1.000200", "failure"],
    ["Broken: life cycle", "0.003000"],
  ]);
});

test("each failure stands in one case", () => {
  const [call, observer] = all(read(renderJunit(runReport([failedReport()]))), "failure");
  expect([call?.attributes, call?.text]).toEqual([
    { type: "expectation", message: "outcome: expected success, actual error (protocol_error: no such tool)" },
    "outcome: expected success, actual error (protocol_error: no such tool)\nerror.code: expected -1, actual -32602",
  ]);
  expect(observer?.text).toMatch(/^outcome: expected success, actual timeout/);
});

test("an error that was expected is a pass", () => {
  const document = read(renderJunit(runReport([failedReport({ passed: true, failures: [], observer: undefined })])));
  expect(document.attributes).toMatchObject({ failures: "0", errors: "0" });
});

test("what could not be executed is an error and no failure", () => {
  const document = read(renderJunit(runReport([erroredReport()])));
  const [error] = all(document, "error");
  expect(error?.attributes).toEqual({
    type: "scenario_execution_failed",
    message: "scenarios/unreachable.json: set-up failed: transport_loss: connection refused",
  });
  expect(document.attributes).toMatchObject({ failures: "0", errors: "1" });
});

test("what goes wrong in the life cycle fails nothing and is told", () => {
  const lifecycle = { problems: ["clean-up: timeout: no answer within 5000 ms"], stderr: "warning\n" };
  const document = read(renderJunit(runReport([scenarioReport({ lifecycle })])));
  expect(casesOf(document)[1]).toEqual(["Delay: life cycle", "0.003000", "system-err"]);
  expect(all(document, "system-err")[0]?.text).toBe("clean-up: timeout: no answer within 5000 ms\nwarning\n");
});

test("what was violated fails nothing and is told, unless the run was to fail for it", () => {
  const findings = [VIOLATION, { ...VIOLATION, check: "CAN-15", verdict: "obeyed" as const }];
  const told = read(renderJunit(runReport([scenarioReport({ findings })])));
  expect(casesOf(told).slice(1)).toEqual([["Delay: life cycle", "0.003000", "system-out"]]);
  const text = "violated MUST SES-06 by the client at 2025-11-25: it went\non (frames 4, 7)";
  expect(all(told, "system-out").map((element) => element.text)).toEqual([text]);

  const failed = scenarioReport({ findings, passed: false, failures: [`finding: ${text}`] });
  const document = read(renderJunit(runReport([failed])));
  expect(casesOf(document).map(([name, , verdict]) => [name, verdict])).toEqual([
    ["Delay", undefined],
    ["Delay: findings", "failure"],
    ["Delay: life cycle", "system-out"],
  ]);
  expect(all(document, "failure").map((element) => element.text)).toEqual([text]);
});

test("says what ran where", () => {
  const properties = all(read(renderJunit(runReport([failedReport()], { interrupted: "SIGINT" }))), "property");
  expect(Object.fromEntries(properties.map(({ attributes }) => [attributes["name"], attributes["value"]]))).toEqual({
    "tool.version": "1.2.3",
    "platform.node": "v20.19.0",
    "platform.os": "linux x64",
    seed: "7",
    transport: "in-process",
    client: "mcp-failure-lab",
    "protocolVersion.requested": "2026-07-28",
    "protocolVersion.negotiated": "2026-07-28",
    "target.name": "mcp-failure-lab",
    "target.version": "1.2.3",
    interrupted: "SIGINT",
  });
});

describe("whatever stands in names and texts", () => {
  const evil = `<a b="c" d='e'>&amp;]]>&#0; \u0000\u0001\u001b\ufffe\uffff\ud800x\udc00 é😀`;
  const replaced = `<a b="c" d='e'>&amp;]]>&#0; \ufffd\ufffd\ufffd\ufffd\ufffd\ufffdx\ufffd é😀`;

  test("is legal XML 1.0, and is the same when it is read", () => {
    const document = read(
      renderJunit(
        runReport([
          failedReport({
            name: evil,
            file: evil,
            failures: [evil],
            lifecycle: { problems: [evil] },
            target: { name: evil },
          }),
        ]),
      ),
    );
    const [call, observer] = all(document, "testcase");
    expect([call?.attributes["name"], observer?.attributes["name"]]).toEqual([replaced, `${replaced}: observer`]);
    expect(call?.children[0]?.attributes["message"]).toBe(replaced);
    expect(call?.children[0]?.text).toBe(replaced);
    expect(all(document, "system-err")[0]?.text).toBe(replaced);
  });

  test("has its lines in texts, and one line in attributes", () => {
    const [failure] = all(read(renderJunit(runReport([failedReport({ failures: ["a\nb\tc"] })]))), "failure");
    expect([failure?.attributes["message"], failure?.text]).toEqual(["a b c", "a\nb\tc"]);
  });
});

test("the rules see what is wrong", () => {
  const xml = renderJunit(runReport([failedReport()]));
  const broken: [string, string][] = [
    ['tests="3"', 'tests="4"'],
    ['time="0.003400"', 'time="1.003400"'],
    ['time="0.003400"', 'time="3.4 ms"'],
    ['classname="', 'class="'],
    ["<properties>", "<testcase/><properties>"],
    ["</failure>", '</failure><error type="a" message="b"/>'],
    ["T00:00:00", "T00:00:00.000Z"],
  ];
  const blind = broken.filter(
    ([from, to]) => wrongWith(parse(xml.replace(from, to))).length === 0 || !xml.includes(from),
  );
  expect(blind).toEqual([]);
});

test("a run without scenarios is a document too", () => {
  expect(read(renderJunit(runReport([]))).attributes).toMatchObject({ tests: "0", time: "0.000000" });
});

test("a command that could not begin is a document with one error", () => {
  const error = new LabError("scenario_load_failed", "2 problems:\n  a.json: <broken>");
  const document = read(renderJunitError(error, "2026-01-01T00:00:00.000Z"));
  expect(all(document, "error").map(({ attributes, text }) => [attributes["type"], text])).toEqual([
    ["scenario_load_failed", error.message],
  ]);
});

test("each step is a case, with its own failures alone; rules and clock are properties", () => {
  const step = { outcome: "success", durationMs: 2, failures: [] } as const;
  const failures = ["step 2 (b): list.count: expected 1, actual 2", "ledger: witness {}: asked: expected 1, actual 0"];
  const scenario = scenarioReport({
    name: "S",
    passed: false,
    failures,
    steps: [
      { ...step, name: "step 1 (a)", passed: true },
      { ...step, name: "step 2 (b)", passed: false, failures: ["list.count: expected 1, actual 2"] },
    ],
    rules: [{ rule: "r", faults: ["hang"], matched: 3, fired: 1, optional: false }],
  });
  const suite = parse(renderJunit(runReport([scenario], { clock: "fast" })));
  expect(
    all(suite, "testcase").map(({ attributes, children }) => [attributes["name"], children.map(({ text }) => text)]),
  ).toEqual([
    ["S", ["ledger: witness {}: asked: expected 1, actual 0"]],
    ["S: step 1 (a)", []],
    ["S: step 2 (b)", ["list.count: expected 1, actual 2"]],
    ["S: life cycle", []],
  ]);
  const properties = new Map(all(suite, "property").map(({ attributes }) => [attributes["name"], attributes["value"]]));
  expect([properties.get("rule.r"), properties.get("clock")]).toEqual(["fired 1 of 3", "fast"]);
});
