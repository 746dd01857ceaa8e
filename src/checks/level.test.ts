import { expect, test } from "vitest";
import type { Clause } from "../protocol/clause.ts";
import type { Revision } from "../protocol/revision.ts";
import { standingOf } from "./level.ts";

const LEGACY = "2025-11-25/basic/lifecycle#a.b";
const clause = (...clauses: Clause["clauses"]): Clause => ({ subject: "both", says: "x", clauses });
const standing = (revision: Revision, ...clauses: Clause["clauses"]) => standingOf({}, clause(...clauses), revision);

test.each([
  ["MUST", "MUST"],
  ["MUST NOT", "MUST"],
  ["SHOULD", "SHOULD"],
  ["SHOULD NOT", "SHOULD"],
  ["MAY", "note"],
  ["prose", "note"],
] as const)("%s is the level %s", (keyword, level) => {
  expect(standing("2025-11-25", { id: LEGACY, level: keyword })).toEqual({ level, clauses: [LEGACY] });
});

test("the strictest of a revision counts, and all of it is cited", () => {
  const [one, other] = ["2025-11-25/basic/a#b.c", "2025-11-25/schema#d.e"];
  const clauses = [
    { id: one, level: "SHOULD" },
    { id: other, level: "MUST" },
    { id: "2026-07-28/x#y.z", level: "MAY" },
  ] as const;
  expect(standing("2025-11-25", ...clauses)).toEqual({ level: "MUST", clauses: [one, other] });
  expect(standing("2026-07-28", ...clauses)).toEqual({ level: "note", clauses: ["2026-07-28/x#y.z"] });
});

test("a check may say otherwise where two texts disagree", () => {
  const must = clause({ id: LEGACY, level: "MUST" });
  expect(standingOf({ level: "SHOULD" }, must, "2025-11-25")).toEqual({ level: "SHOULD", clauses: [LEGACY] });
});

test("where the revision is silent it is robustness", () => {
  expect(standing("2026-07-28", { id: LEGACY, level: "MUST" })).toEqual({ level: "robustness", clauses: [] });
});

test("older revisions are not judged: a note", () => {
  expect(standing("2025-06-18", { id: LEGACY, level: "MUST" })).toEqual({ level: "note", clauses: [LEGACY] });
  expect(standing("2024-11-05").level).toBe("note");
});
