import { describe, expect, it } from "vitest";
import { FAULTS } from "../faults/index.ts";
import { Exchange, type ExchangeFacts } from "../protocol/exchange.ts";
import { compileRules } from "./compile-rules.ts";
import type { RuleInput } from "./rule.ts";
import { RulePlan } from "./rule-plan.ts";
import { parseRuleText } from "./rule-text.ts";

const catalogue = new Map(FAULTS.map((fault) => [fault.name, fault]));
const surroundings = { client: "test", ownProcess: true };

function compile(...rules: unknown[]) {
  const problems: string[] = [];
  const inputs = rules.map((rule, index) => ({ rule, where: `rules[${index}]` }));
  const compiled = compileRules(inputs, { catalogue, seed: 7, direction: "to-client" }, problems);
  return { compiled, problems };
}

function plan(...rules: RuleInput[]): RulePlan {
  const { compiled, problems } = compile(...rules);
  expect(problems).toEqual([]);
  return new RulePlan(compiled);
}

let sequence = 0;
function exchange(facts: Partial<ExchangeFacts> = {}): Exchange {
  return new Exchange({
    sequence: ++sequence,
    connection: 1,
    method: "tools/call",
    name: "ping",
    era: "modern",
    revision: "2026-07-28",
    transport: "stdio",
    direction: "to-client",
    ...facts,
  });
}

/** On which of `count` equal exchanges the plan acts, 1 for the first. */
function firings(of: RulePlan, count: number, facts: Partial<ExchangeFacts> = {}): number[] {
  const fired: number[] = [];
  for (let n = 1; n <= count; n++) if (of.decide(exchange(facts), surroundings) !== undefined) fired.push(n);
  return fired;
}

const inject: RuleInput["inject"] = [{ fault: "hang" }];

describe("counting", () => {
  it.each<[string, Partial<RuleInput>, number[]]>([
    ["acts once unless told otherwise", {}, [1]],
    ["skips, then acts", { skip: 2 }, [3]],
    ["acts so many times", { times: 3 }, [1, 2, 3]],
    ["acts always", { times: "always" }, [1, 2, 3, 4, 5, 6, 7]],
    ["acts on every third", { every: 3, times: "always" }, [3, 6]],
    ["counts every N-th after what is skipped", { skip: 1, every: 2, times: 2 }, [3, 5]],
    ["never acts without a chance", { chance: 0, times: "always" }, []],
  ])("%s", (_, rule, expected) => {
    expect(firings(plan({ when: { method: "tools/call" }, inject, ...rule }), 7)).toEqual(expected);
  });

  it("draws chance from the seed alone", () => {
    const rule: RuleInput = { when: { method: "tools/call" }, inject, chance: 0.5, times: "always" };
    const first = firings(plan(rule), 64);
    expect(first.length).toBeGreaterThan(16);
    expect(first.length).toBeLessThan(48);
    expect(firings(plan(rule), 64)).toEqual(first);
  });

  it("counts each connection for itself, and everything together in scope server", () => {
    const apart = plan({ when: { method: "tools/call" }, inject });
    expect(firings(apart, 2)).toEqual([1]);
    expect(firings(apart, 2, { connection: 2 })).toEqual([1]);
    const together = plan({ when: { method: "tools/call" }, inject, scope: "server" });
    expect(firings(together, 2)).toEqual([1]);
    expect(firings(together, 2, { connection: 2 })).toEqual([]);
  });

  it("counts the handshakes of all HTTP sessions together: each opens one of its own", () => {
    const rules = plan({ when: { method: "initialize" }, inject, skip: 1 });
    const opening = (session: number) =>
      ({ method: "initialize", name: undefined, transport: "http", session }) as const;
    expect([1, 2, 3].map((session) => firings(rules, 1, opening(session)).length)).toEqual([0, 1, 0]);
    const lines = plan({ when: { method: "initialize" }, inject });
    const line = (connection: number) => ({ method: "initialize", name: undefined, connection });
    expect([1, 2].map((connection) => firings(lines, 1, line(connection)).length)).toEqual([1, 1]);
  });

  it("tallies what matched and what fired", () => {
    const rules = plan(
      { when: { method: "tools/call" }, inject, skip: 1 },
      { id: "x", when: { method: "ping" }, inject, optional: true },
    );
    firings(rules, 3);
    expect(rules.tallies()).toEqual([
      { rule: "rule-1", faults: ["hang"], matched: 3, fired: 1, optional: false },
      { rule: "x", faults: ["hang"], matched: 0, fired: 0, optional: true },
    ]);
  });
});

describe("a fault that brings several exchanges together", () => {
  it.each<[Partial<RuleInput>, number[]]>([
    [{}, [1, 2]],
    [{ inject: [{ fault: "answers_reversed", with: { count: 3 } }] }, [1, 2, 3]],
    [{ skip: 1 }, [2, 3]],
    [{ times: 1 }, [1]],
    [{ times: 4 }, [1, 2, 3, 4]],
  ])("acts on as many of them where times is left out: %j", (more, expected) => {
    const rules = plan({ when: { method: "tools/call" }, inject: [{ fault: "answers_crossed" }], ...more });
    expect(firings(rules, 6)).toEqual(expected);
  });
});

describe("conditions", () => {
  const http = { method: "POST", target: "/mcp", headers: [["X-Client", "a"]] as const };
  it.each<[string, RuleInput["when"], Partial<ExchangeFacts>, boolean]>([
    ["name", { method: "tools/call", name: "ping" }, {}, true],
    ["another name", { method: "tools/call", name: "pong" }, {}, false],
    ["a pattern of names", { method: "tools/call", name: "p*g" }, {}, true],
    ["a pattern of methods", { method: "*/list" }, { method: "tools/list", name: undefined }, true],
    ["a pattern does not reach pseudo-exchanges", { method: "*" }, { method: "$open" }, false],
    ["every request", {}, { method: "initialize", era: "legacy", revision: "2025-11-25" }, true],
    ["connection", { method: "tools/call", connection: 2 }, {}, false],
    ["session", { method: "tools/call", session: 3 }, { session: 3, transport: "http" }, true],
    ["client", { method: "tools/call", client: "other" }, {}, false],
    ["header, in any case", { method: "tools/call", header: { "x-client": "a" } }, { transport: "http", http }, true],
    ["another value", { method: "tools/call", header: { "X-Client": "b" } }, { transport: "http", http }, false],
    ["a header, whatever its value", { header: { "x-CLIENT": true } }, { transport: "http", http }, true],
    ["a header that is not there", { header: { Authorization: true } }, { transport: "http", http }, false],
    ["the absence of a header", { header: { Authorization: null } }, { transport: "http", http }, true],
    ["the absence of one that is there", { header: { "X-Client": null } }, { transport: "http", http }, false],
    ["the absence of a header where there are none", { header: { "X-Client": null } }, {}, false],
    ["the other direction", { method: "tools/call" }, { direction: "to-server" }, false],
  ])("%s", (_, when, facts, expected) => {
    expect(firings(plan({ ...(when === undefined ? {} : { when }), inject }), 1, facts)).toEqual(expected ? [1] : []);
  });

  it("leaves alone what its fault cannot act on, and does not count it", () => {
    const rules = plan({
      when: { method: "tools/call" },
      inject: [{ fault: "invalid_progress", with: { variant: "unknown-token" } }],
    });
    expect(firings(rules, 1)).toEqual([]);
    const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { _meta: { progressToken: 0 } } } as const;
    expect(firings(rules, 1, { request })).toEqual([1]);
  });
});

describe("refusals at load", () => {
  it.each<[string, unknown, string]>([
    ["an unknown method", { when: { method: "tool/call" }, inject }, 'did you mean "tools/call"?'],
    ["a pattern that fits nothing", { when: { method: "foo/*" }, inject }, "could never act"],
    ["an unknown fault", { inject: [{ fault: "hnag" }] }, 'did you mean "hang"?; "mcp-failure-lab faults" lists all'],
    [
      "an unknown fault, near to none",
      { inject: [{ fault: "zzzzzzz" }] },
      '"zzzzzzz"; "mcp-failure-lab faults" lists all',
    ],
    ["an unknown parameter", { inject: [{ fault: "delay", with: { ms: 1 } }] }, 'unknown key "ms"'],
    ["a parameter outside its limits", { inject: [{ fault: "delay", with: { delayMs: -1 } }] }, "delayMs: found -1"],
    ["an unknown key", { inject, timse: 2 }, 'did you mean "times"?'],
    ["no fault", { inject: [] }, "$.inject"],
    [
      "a fault that is its tool's work",
      { inject: [{ fault: "protocol_ping_liveness", with: { pingAfterMs: 0, livenessTimeoutMs: 1 } }] },
      "call the tool instead",
    ],
    [
      "a fault that cannot act there",
      { when: { method: "$open" }, inject: [{ fault: "session_loss", with: { activation: "during_request" } }] },
      "cannot act at $open",
    ],
    [
      "a fault for the other direction",
      { inject: [{ fault: "request_id", with: { as: "null" } }] },
      'request_id acts to-server only; the rule is for to-client: its "when" takes "direction": "to-server"',
    ],
    ["a name of what has none", { when: { method: "tools/list", name: "x" }, inject }, "tools/list has no name"],
    [
      "a session of what has none",
      { when: { method: "server/discover", session: 1 }, inject },
      "belongs to no session",
    ],
    [
      "a client that has not said its name",
      { when: { method: "$open", client: "x" }, inject: [{ fault: "stdout_noise" }] },
      "$open comes before a client has said its name",
    ],
    [
      "the second start",
      { when: { method: "$start" }, skip: 1, inject: [{ fault: "stdout_noise" }] },
      "$.skip: $start happens once, so the rule could never act",
    ],
    ["every second shutdown", { when: { method: "$shutdown" }, every: 2, inject }, "$.every: $shutdown happens once"],
  ])("%s", (_, rule, expected) => {
    const { problems } = compile(rule);
    expect(problems.join("\n")).toContain(expected);
    expect(problems[0]).toMatch(/^rules\[0\]: /);
  });

  it.each<[RuleInput["when"], string]>([
    [{ session: 1 }, "$.when.session: stdio has no sessions"],
    [{ header: { "X-Client": "a" } }, "$.when.header: stdio has no headers"],
  ])("on stdio %j", (when, expected) => {
    const problems: string[] = [];
    const inputs = [{ rule: { when, inject }, where: "rule" }];
    const options = { catalogue, seed: 7, direction: "to-client" } as const;
    compileRules(inputs, { ...options, transport: "stdio" }, problems);
    expect(problems).toEqual([`rule: ${expected}, so the rule could never act`]);
    const others: string[] = [];
    compileRules(inputs, { ...options, transport: "http" }, others);
    expect(others).toEqual([]);
  });

  it("an id that is used twice", () => {
    expect(compile({ id: "a", inject }, { id: "a", inject }).problems).toEqual(['rules[1]: the id "a" is used twice']);
  });
});

describe("rules as text", () => {
  it.each<[string, RuleInput]>([
    ["tools/call hang", { when: { method: "tools/call" }, inject: [{ fault: "hang" }] }],
    [
      "tools/call:ping#2 delay delayMs=50",
      { when: { method: "tools/call", name: "ping" }, inject: [{ fault: "delay", with: { delayMs: 50 } }], skip: 1 },
    ],
    [
      "resources/read:test://a#b#1 x s=a=b",
      { when: { method: "resources/read", name: "test://a#b" }, inject: [{ fault: "x", with: { s: "a=b" } }], skip: 0 },
    ],
  ])("%s", (text, expected) => {
    expect(parseRuleText(text)).toEqual(expected);
  });

  it.each([
    "",
    "tools/call",
    "tools/call hang x",
    "tools/call#0 hang",
    "tools/call: hang",
    ":x hang",
    "tools/call delay a=1 a=2",
  ])("refuses %j", (text) => {
    expect(() => parseRuleText(text)).toThrow(/^Rule /);
  });
});
