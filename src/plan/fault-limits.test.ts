import * as v from "valibot";
import { expect, it } from "vitest";
import { defineFault, type FaultDeclaration } from "../faults/define-fault.ts";
import { Exchange, type ExchangeFacts } from "../protocol/exchange.ts";
import { compileRules } from "./compile-rules.ts";
import type { RuleInput } from "./rule.ts";
import { RulePlan } from "./rule-plan.ts";

const fault = (name: string, more: Partial<FaultDeclaration>): FaultDeclaration =>
  defineFault({
    name,
    title: name,
    summary: name,
    group: "messages",
    stage: "message",
    shapes: ["stdio", "http-json", "http-sse"],
    params: v.strictObject({ as: v.optional(v.string(), "") }),
    examples: [{ as: "" }],
    breaks: [],
    tolerates: [],
    robust: "",
    apply: () => (frames) => frames,
    ...more,
  });

const CATALOGUE = new Map(
  [
    fault("anywhere", {}),
    fault("lists", { methods: ["*/list"] }),
    fault("opening", { methods: [], at: ["$open"] }),
    fault("status", { shapesWith: (params) => (isStatus(params) ? ["http-json"] : ["stdio", "http-json"]) }),
  ].map((each) => [each.name, each]),
);

function isStatus(params: unknown): boolean {
  return v.is(v.object({ as: v.literal("status") }), params);
}

function compile(rule: RuleInput, transport?: "stdio" | "http") {
  const problems: string[] = [];
  const options = { catalogue: CATALOGUE, seed: 1, direction: "to-client", transport } as const;
  const compiled = compileRules([{ rule, where: "rule" }], options, problems);
  return { problems, plan: new RulePlan(compiled) };
}

function exchange(facts: Partial<ExchangeFacts>): Exchange {
  return new Exchange({
    sequence: 1,
    connection: 1,
    method: "tools/call",
    era: "legacy",
    revision: "2025-11-25",
    transport: "stdio",
    direction: "to-client",
    ...facts,
  });
}

const decide = (plan: RulePlan, facts: Partial<ExchangeFacts>) =>
  plan.decide(exchange(facts), { client: undefined, ownProcess: true });

it.each<[string, RuleInput, string]>([
  [
    "a method that the fault has nothing to do with",
    { when: { method: "tools/call" }, inject: [{ fault: "lists" }] },
    "lists cannot act at tools/call: it works on */list only",
  ],
  [
    "requests, where the fault acts on a pseudo-exchange alone",
    { when: { method: "tools/call" }, inject: [{ fault: "opening" }] },
    "opening cannot act at tools/call: it works on $open only",
  ],
  [
    "a pseudo-exchange, where the fault acts on requests alone",
    { when: { method: "$open" }, inject: [{ fault: "anywhere" }] },
    "anywhere cannot act at $open: it works on requests only",
  ],
])("refuses %s", (_, rule, expected) => {
  expect(compile(rule).problems).toEqual([`rule: $.inject[0].fault: ${expected}`]);
});

it("refuses a transport that the fault does not have with these parameters", () => {
  const rule = (as: string): RuleInput => ({ inject: [{ fault: "status", with: { as } }] });
  expect(compile(rule("status"), "stdio").problems.join()).toContain(
    "works on http-json only with these parameters, not on stdio",
  );
  expect(compile(rule("code"), "stdio").problems).toEqual([]);
});

it("acts where the fault can, and lets everything else pass without counting it", () => {
  const { plan } = compile({ inject: [{ fault: "lists" }] });
  expect(decide(plan, { method: "tools/call" })).toBeUndefined();
  expect(decide(plan, { method: "prompts/list" })?.faults.map(({ name }) => name)).toEqual(["lists"]);
  expect(plan.tallies()).toMatchObject([{ matched: 1, fired: 1 }]);
});

it("acts on the transports that the fault has with its parameters", () => {
  const { plan } = compile({ inject: [{ fault: "status", with: { as: "status" } }] });
  expect(decide(plan, { transport: "stdio" })).toBeUndefined();
  expect(decide(plan, { transport: "http" })?.faults[0]?.shapes).toEqual(["http-json"]);
});

it("gives the exchanges of one scope one mailbox, and those of another another", () => {
  const { plan } = compile({ inject: [{ fault: "anywhere" }], times: "always" });
  const mailbox = (session: number) => decide(plan, { transport: "http", session })?.faults[0]?.shared;
  const first = mailbox(1);
  expect(first).toBeDefined();
  expect(mailbox(1)).toBe(first);
  expect(mailbox(2)).not.toBe(first);
});
