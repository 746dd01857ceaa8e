import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { readDocument } from "../../src/base/document.ts";
import { FIELD_REPORTS } from "../../src/faults/field-reports.ts";
import { FAULTS } from "../../src/faults/index.ts";
import { normalizeHistory } from "../../src/history/normalize.ts";
import { readPlanFile } from "../../src/plan/read-plan.ts";
import type { Plan } from "../../src/plan/rule.ts";
import { runOnLines, runOverHttp } from "../fixtures/plans/run-in-memory.ts";

const FOLDER = fileURLToPath(new URL("../../examples/plans/", import.meta.url));

/** The transports on which each plan acts: all rules, and no other transport. */
const PLANS: Readonly<Record<string, readonly ("stdio" | "http")[]>> = {
  "a1-sixty-seconds.json": ["stdio", "http"],
  "a3-slow-start.yaml": ["stdio", "http"],
  "b1-late-answer.json": ["stdio", "http"],
  "c1-invented-progress.yaml": ["stdio", "http"],
  "d1-list-changed.json": ["stdio", "http"],
  "d2-notification-storm.yaml": ["stdio", "http"],
  "e1-session-404.json": ["http"],
  "f1-no-exit.json": ["stdio", "http"],
  "f2-stderr-flood.json": ["stdio", "http"],
  "f3-exit-during-call.json": ["stdio", "http"],
  "f4-split-characters.yaml": ["stdio", "http"],
  "f5-exit-after-list.yaml": ["stdio", "http"],
  "h1-lost-answer.json": ["stdio", "http"],
  "i1-large-integers.yaml": ["stdio", "http"],
  "j1-discovery-refused.json": ["http"],
  "j3-state-without-requests.yaml": ["stdio", "http"],
  "l1-get-closed-at-once.json": ["http"],
  "l2-redirect.yaml": ["http"],
  "l3-idle-connection.yaml": ["http"],
  "m1-stream-without-answer.json": ["http"],
  "m2-buffered-stream.yaml": ["http"],
  "m3-event-stream-forms.yaml": ["http"],
  "n1-endless-cursor.json": ["stdio", "http"],
  "n2-odd-schema.json": ["stdio", "http"],
  "o1-sampling-during-call.yaml": ["stdio", "http"],
  "p1-crossed-answers.json": ["stdio", "http"],
};

const RUNS = { stdio: runOnLines, http: runOverHttp } as const;

async function planAt(path: string): Promise<Plan> {
  const read = await readPlanFile(path);
  if (read.problems !== undefined) throw new Error(read.problems.join("\n"));
  return read.plan;
}

test("every plan of the folder is among them", () => {
  expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(PLANS).sort());
});

test("there is a plan for each failure that matters most and needs no authorization", () => {
  const letters = Object.keys(PLANS).map((file) => file.split("-")[0]?.toUpperCase());
  const most = ["E1", "H1", "B1", "A1", "F2", "F1", "F3", "D1", "L1", "M1", "N1", "N2", "P1", "J1"];
  expect(most.filter((letter) => !letters.includes(letter))).toEqual([]);
  expect(letters.filter((letter) => letter === undefined || !(letter in FIELD_REPORTS))).toEqual([]);
});

describe.each(Object.entries(PLANS))("%s", (file, transports) => {
  const path = `${FOLDER}${file}`;

  test("says what it is, and fits the published format", async () => {
    const { name, description } = await planAt(path);
    expect(name).toMatch(/^[A-Z].*[^.]$/);
    expect(description).toMatch(/^[A-Z].*\.$/);
    const schema = JSON.parse(
      readFileSync(new URL("../../schema/plan.schema.json", import.meta.url), "utf8"),
    ) as object;
    const document = await readDocument(path);
    const ajv = new Ajv2020({ strict: false });
    ajv.validate(schema, document.value);
    expect(ajv.errors ?? []).toEqual([]);
    expect(readFileSync(path, "utf8")).toContain("../../schema/plan.schema.json");
  });

  test("injects a fault that names the failure", async () => {
    const letter = file.split("-")[0]?.toUpperCase() ?? "";
    const { rules } = await planAt(path);
    const injected = rules.flatMap(({ inject }) => inject.map(({ fault }) => fault));
    const seenIn = FAULTS.filter(({ name }) => injected.includes(name)).flatMap((fault) => fault.seenIn ?? []);
    const isChange = injected.every((name) => FAULTS.every((fault) => fault.name !== name));
    expect(isChange ? [letter] : seenIn).toContain(letter);
  });

  test.each(["stdio", "http"] as const)("acts, and twice alike, in memory: %s", async (transport) => {
    const [first, second] = [await RUNS[transport](path), await RUNS[transport](path)];
    const { rules } = await planAt(path);
    const acted = Object.values(first.fired).map((times) => times > 0);
    expect(acted).toEqual(rules.map(() => transports.includes(transport)));
    expect(second.fired).toEqual(first.fired);
    expect(normalizeHistory(second.history)).toEqual(normalizeHistory(first.history));
    // Whatever a fault wrote is marked; a delay, a loss or a change writes nothing itself.
    expect(first.history.frames.length).toBeGreaterThan(5);
  });
});
