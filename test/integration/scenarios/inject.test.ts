import { describe, expect, test } from "vitest";
import { PING, reportOf, runOwn, WAYS } from "./run-own.ts";

const BROKEN = { outcome: "error", error: { kind: "invalid_message" } };

describe.each(WAYS)("over $transport at $protocolVersion", ({ transport, protocolVersion }) => {
  const report = (scenario: object) => reportOf({ protocolVersion, ...scenario }, { transport });

  test("a rule acts on the server's answer, once, and the report says so", async () => {
    const seen = await report({
      ...PING,
      inject: ["tools/call:ping malformed_message variant=missing-jsonrpc"],
      expect: BROKEN,
      observe: PING,
    });
    expect(seen).toMatchObject({ passed: true, failures: [], observer: { outcome: "success" } });
    expect(seen.rules).toEqual([
      { rule: "rule-1", faults: ["malformed_message"], matched: 2, fired: 1, optional: false },
    ]);
  });

  test("a rule that did not fire makes the scenario inconclusive, whatever else was met", async () => {
    const run = await runOwn(
      { protocolVersion, ...PING, inject: ["tools/call#2 hang", "prompts/get hang"] },
      { transport },
    );
    expect(run).toMatchObject({ passed: false, summary: { passed: 0, failed: 0, errors: 1 } });
    expect(run.scenarios[0]).toMatchObject({
      outcome: "success",
      passed: false,
      failures: [
        "inconclusive: rule rule-1 (hang) did not fire: 1 matched it, and its counts let all of them pass",
        "inconclusive: rule rule-2 (hang) did not fire: no exchange matched it",
      ],
      error: { code: "scenario_inconclusive" },
    });
  });

  test("a rule that may stay silent does not", async () => {
    const silent = { when: { method: "prompts/get" }, inject: [{ fault: "hang" }] };
    const seen = await report({
      ...PING,
      inject: [
        { ...silent, optional: true },
        { ...silent, chance: 0.5 },
      ],
    });
    expect(seen).toMatchObject({
      passed: true,
      rules: [
        { fired: 0, optional: true },
        { fired: 0, optional: true },
      ],
    });
  });

  test("a rule of direction to-server acts on what the client sends", async () => {
    const rule = {
      id: "batch",
      when: { direction: "to-server", method: "tools/call" },
      inject: [{ fault: "broken_request", with: { form: "truncated" } }],
    };
    const seen = await report({
      ...PING,
      timeoutMs: 2_000,
      inject: [rule],
      expect: { outcome: transport === undefined && protocolVersion === "2025-11-25" ? "timeout" : "error" },
    });
    expect(seen.failures).toEqual([]);
    expect(seen.rules).toEqual([{ rule: "batch", faults: ["broken_request"], matched: 1, fired: 1, optional: false }]);
  });
});

test("the same seed draws the same chance", async () => {
  const rule = { when: { method: "tools/call" }, inject: [{ fault: "tool_error" }], chance: 0.5 };
  const drawn = (seed: number) => reportOf({ ...PING, inject: [rule] }, { seed });
  const first = await Promise.all(Array.from({ length: 8 }, async (_, seed) => (await drawn(seed)).outcome));
  const second = await Promise.all(Array.from({ length: 8 }, async (_, seed) => (await drawn(seed)).outcome));
  expect(second).toEqual(first);
  expect(new Set(first).size).toBe(2);
});
