import { expect, test } from "vitest";
import { FAULTS } from "../faults/index.ts";
import { compileRules } from "./compile-rules.ts";
import { parseRuleText, RULE_KEYS } from "./rule-text.ts";

const catalogue = new Map(FAULTS.map((fault) => [fault.name, fault]));

function problemsOf(rule: unknown): string[] {
  const problems: string[] = [];
  compileRules([{ rule, where: "rule" }], { catalogue, seed: 1, direction: "to-client" }, problems);
  return problems;
}

test("every word that a parameter allows can be written on a command line as it is", () => {
  const refused: string[] = [];
  for (const fault of FAULTS) {
    if (fault.direction === "to-server" || fault.toolOnly === true) continue;
    const [example] = fault.examples;
    const entries = (fault.params as unknown as { entries: Record<string, Entry> }).entries;
    for (const [name, entry] of Object.entries(entries)) {
      for (const option of wordsOf(entry)) {
        const others = Object.entries(example as object).filter(([other]) => other !== name);
        const pairs = [...others, [name, option]].map(([key, value]) => ` ${String(key)}=${wordOf(value)}`);
        const method = fault.methods?.[0] ?? fault.at?.[0] ?? "tools/call";
        const text = `${method.replace("*/list", "tools/list")} ${fault.name}${pairs.join("")}`;
        if (problemsOf(parseRuleText(text)).length > 0)
          refused.push(`${text}: ${problemsOf(parseRuleText(text)).join()}`);
      }
    }
  }
  expect(refused).toEqual([]);
});

interface Entry {
  readonly type: string;
  readonly wrapped?: Entry;
  readonly options?: readonly unknown[];
}

function wordsOf(entry: Entry): readonly string[] {
  const { type, options = [] } = entry.wrapped ?? entry;
  return type === "picklist" ? options.map(String) : [];
}

function wordOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

test.each([
  ["odd_number", "value=1234567890123456789"],
  ["odd_number", "value=-0"],
  ["odd_number", "value=1.0"],
  ["odd_number", "value=1e400"],
  ["wrong_id", "as=null"],
])("%s %s is read digit for digit", (fault, pair) => {
  const rule = parseRuleText(`tools/call ${fault} ${pair}`);
  expect(problemsOf(rule)).toEqual([]);
});

test("null stands for the word in a plan, too, and for itself where any JSON is allowed", () => {
  expect(problemsOf({ when: {}, inject: [{ fault: "wrong_id", with: { as: null } }] })).toEqual([]);
  expect(parseRuleText("tools/call error_response data=null").inject[0]).toMatchObject({ with: { data: null } });
  expect(problemsOf({ when: {}, inject: [{ fault: "delay", with: { delayMs: null } }] })).toHaveLength(1);
});

test("what belongs to the rule stands among the parameters, whose names it never bears", () => {
  expect(
    parseRuleText("tools/call#2 delay times=always delayMs=5 scope=server effect=skipped every=2 gapMs=0"),
  ).toEqual({
    when: { method: "tools/call" },
    inject: [{ fault: "delay", with: { delayMs: 5 } }],
    skip: 1,
    times: "always",
    scope: "server",
    effect: "skipped",
    every: 2,
    gapMs: 0,
  });
  expect(parseRuleText("tools/call hang times=3").inject).toEqual([{ fault: "hang" }]);
  expect(() => parseRuleText("tools/call#2 hang skip=1")).toThrow("#2 and skip say the same");
  expect(() => parseRuleText("tools/call hang times=1 times=2")).toThrow('"times" is given twice');
  expect(problemsOf(parseRuleText("tools/call hang times=0"))).toEqual([expect.stringContaining("times: found 0")]);
  expect(problemsOf(parseRuleText("tools/call hang scope=all"))).toEqual([expect.stringContaining('found "all"')]);
  const taken = FAULTS.flatMap(({ name, params }) =>
    Object.keys((params as unknown as { entries: object }).entries)
      .filter((key) => RULE_KEYS.includes(key))
      .map((key) => `${name} ${key}`),
  );
  expect(taken).toEqual([]);
});

test.each<[string, object]>([
  ['message="Not found, on purpose" code=-32601', { message: "Not found, on purpose", code: -32_601 }],
  ['data={"why": ["a  b", 1]} code=1', { data: { why: ["a  b", 1] }, code: 1 }],
  ['message="a \\" b" code=1', { message: 'a " b', code: 1 }],
  ['message="never', { message: '"never' }],
  ["data=[1", { data: "[1" }],
])("%s: what is quoted may hold blanks", (pairs, expected) => {
  expect(parseRuleText(`tools/call error_response ${pairs}`).inject).toEqual([
    { fault: "error_response", with: expected },
  ]);
});
