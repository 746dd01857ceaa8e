import { expect, test } from "vitest";
import { FAULT_GROUPS } from "./define-fault.ts";
import { FAULT_TOOLS } from "./fault-tools.ts";
import { FIELD_REPORTS } from "./field-reports.ts";
import { FAULTS } from "./index.ts";
import { RULE_FAULTS } from "./rule-faults.ts";

test("rules arm more faults than there are tools, in every group", () => {
  expect(FAULTS).toEqual([...FAULT_TOOLS, ...RULE_FAULTS]);
  const groups = new Set(RULE_FAULTS.map(({ group }) => group));
  expect(FAULT_GROUPS.filter((group) => !groups.has(group))).toEqual([]);
});

test("faults of rules have no tool, and something to act on", () => {
  expect(RULE_FAULTS.filter(({ tool, toolOnly }) => tool !== undefined || toolOnly === true)).toEqual([]);
  expect(RULE_FAULTS.filter(({ methods, at = [] }) => methods?.length === 0 && at.length === 0)).toEqual([]);
});

test("every failure from the field is caused by a fault, and tells where it was met", () => {
  const caused = new Set<string>(FAULTS.flatMap(({ seenIn = [] }) => seenIn));
  expect(Object.keys(FIELD_REPORTS).filter((letter) => !caused.has(letter))).toEqual([]);
  for (const { title, sources } of Object.values(FIELD_REPORTS)) {
    expect(title).toMatch(/^\S.*[^.]$/);
    expect(sources).not.toEqual([]);
    for (const source of sources) expect(source).toMatch(/^[\w.-]+\/[\w.-]+#\d+$/);
  }
});

test("the failures that matter most are among them", () => {
  // K1, the fifteenth, needs an authorization server.
  const letters = ["A1", "B1", "D1", "E1", "F1", "F2", "F3", "H1", "J1", "L1", "M1", "N1", "N2", "P1"];
  expect(letters.filter((letter) => !(letter in FIELD_REPORTS))).toEqual([]);
});
