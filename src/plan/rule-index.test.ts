import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FAULTS } from "../faults/index.ts";
import { Exchange, type ExchangeFacts } from "../protocol/exchange.ts";
import { compileRules, matchingMethods, type CompiledRule } from "./compile-rules.ts";
import { matches } from "./matches.ts";
import type { RuleInput } from "./rule.ts";
import { RuleIndex } from "./rule-index.ts";

const catalogue = new Map(FAULTS.map((fault) => [fault.name, fault]));

function compile(whens: readonly RuleInput["when"][]): CompiledRule[] {
  const problems: string[] = [];
  const inputs = whens.map((when, index) => ({
    rule: { when, inject: [{ fault: "hang" }] } as RuleInput,
    where: `rules[${index}]`,
  }));
  const compiled = compileRules(inputs, { catalogue, seed: 7, direction: "to-client" }, problems);
  expect(problems).toEqual([]);
  return compiled;
}

function exchange(facts: Partial<ExchangeFacts>): Exchange {
  return new Exchange({
    sequence: 1,
    connection: 1,
    method: "tools/call",
    name: "ping",
    era: "legacy",
    revision: "2025-11-25",
    transport: "http",
    direction: "to-client",
    ...facts,
  });
}

const small = fc.integer({ min: 1, max: 2 });
const when = fc.record(
  {
    method: fc.constantFrom("tools/call", "tools/*", "*", "resources/read"),
    name: fc.constantFrom("ping", "pi*", "*"),
    client: fc.constantFrom("a", "b", "*", "a*"),
    session: small,
    connection: small,
    exchange: small,
  },
  { requiredKeys: [] },
);
const facts = fc.record(
  {
    method: fc.constantFrom("tools/call", "resources/read", "tools/list"),
    name: fc.constantFrom("ping", "hang"),
    session: small,
    connection: small,
    sequence: small,
  },
  { requiredKeys: ["connection", "sequence", "method"] },
);
const client = fc.constantFrom("a", "b", "ab", undefined);

describe("the index of rules", () => {
  test("finds what looking at every rule finds, in the rules' order", () => {
    fc.assert(
      fc.property(fc.array(when, { minLength: 1, maxLength: 40, size: "max" }), facts, client, (whens, about, name) => {
        const rules = compile(whens);
        const asked = exchange({ name: undefined, ...about });
        const fit = (rule: CompiledRule) => matches(rule, asked, { client: name, ownProcess: true });
        const all = rules.filter((rule) => matchingMethods(rule.rule.when.method).includes(asked.method) && fit(rule));
        expect(new RuleIndex(rules).find(asked, name).filter(fit)).toEqual(all);
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  test.each<[string, (index: number) => RuleInput["when"]]>([
    ["methods", () => ({ method: "tools/list" })],
    ["names", (index) => ({ method: "tools/call", name: `tool-${index}` })],
    ["clients", (index) => ({ client: `client-${index}` })],
    ["connections", (index) => ({ connection: index + 2 })],
    ["sessions", (index) => ({ method: "tools/*", session: index + 2 })],
    ["exchanges", (index) => ({ exchange: index + 2 })],
  ])("looks at none of a thousand rules for other %s", (_, whenOf) => {
    const rules = compile(Array.from({ length: 1_000 }, (_each, index) => whenOf(index)));
    expect(new RuleIndex(rules).find(exchange({ session: 1 }), "a client")).toEqual([]);
  });

  test("looks at a rule for the client and one for all, not at a thousand for others", () => {
    const others = Array.from({ length: 1_000 }, (_each, index) => ({ client: `client-${index}`, name: "ping" }));
    const found = new RuleIndex(compile([{}, ...others, { client: "mine" }])).find(exchange({}), "mine");
    expect(found.map(({ index }) => index)).toEqual([0, 1_001]);
  });
});

test.each([
  ["inspector*", "inspector-client", true],
  ["*", "anything", true],
  ["inspector", "inspector-client", false],
  ["*", undefined, false],
])("a rule for the client %j and one called %j: %j", (wanted, name, fit) => {
  const [rule] = compile([{ client: wanted }]);
  expect(rule && matches(rule, exchange({}), { client: name, ownProcess: true })).toBe(fit);
});
