import { describe, expect, it } from "vitest";
import { FAULTS } from "../faults/index.ts";
import { Exchange, type Direction } from "../protocol/exchange.ts";
import { compileRules } from "./compile-rules.ts";
import { RulePlan } from "./rule-plan.ts";

const catalogue = new Map(FAULTS.map((fault) => [fault.name, fault]));

function compile(method: string, fault: string, direction: Direction = "to-client", name?: string) {
  const problems: string[] = [];
  const rule = { when: { method, ...(name === undefined ? {} : { name }) }, inject: [{ fault }], times: "always" };
  const compiled = compileRules([{ rule, where: "rule" }], { catalogue, seed: 1, direction }, problems);
  return { problems, plan: new RulePlan(compiled) };
}

function acts(plan: RulePlan, method: string, name?: string, direction: Direction = "to-client"): boolean {
  const exchange = new Exchange({
    sequence: 1,
    connection: 1,
    method,
    name,
    era: "legacy",
    revision: "2025-11-25",
    transport: "stdio",
    direction,
  });
  expect(plan.concerns(exchange, undefined)).toBe(
    plan.decide(exchange, { client: undefined, ownProcess: true }) !== undefined,
  );
  return plan.decide(exchange, { client: undefined, ownProcess: true }) !== undefined;
}

describe("what a server does when a notification arrives", () => {
  it.each([
    ["$notification", undefined, [true, true, true]],
    ["$notification", "notifications/initialized", [true, false, false]],
    ["notifications/initialized", undefined, [true, false, false]],
    ["notifications/*", undefined, [true, true, false]],
  ])("%s with the name %s", (method, name, expected) => {
    const { plan, problems } = compile(method, "process_exit", "to-client", name);
    expect(problems).toEqual([]);
    const found = ["notifications/initialized", "notifications/cancelled", undefined].map((each) =>
      acts(plan, "$notification", each),
    );
    expect(found).toEqual(expected);
  });

  it("refuses a fault that has nothing to do there", () => {
    expect(compile("notifications/initialized", "hang").problems.join()).toContain("hang cannot act at");
  });
});

describe("what a client sends as a notification", () => {
  it("has its own method", () => {
    const { plan, problems } = compile("notifications/cancelled", "request_batch", "to-server");
    expect(problems).toEqual([]);
    expect(acts(plan, "notifications/cancelled", undefined, "to-server")).toBe(true);
    expect(acts(plan, "notifications/initialized", undefined, "to-server")).toBe(false);
  });
});
