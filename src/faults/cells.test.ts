import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Era } from "../protocol/revision.ts";
import { FAULTS } from "./index.ts";
import { runFault } from "./testing/run-fault.ts";
import { transcript } from "./testing/transcript.ts";

const ERAS: readonly Era[] = ["legacy", "modern"];
/** Relative to this file. */
const TRANSCRIPTS = "../../test/fixtures/transcripts";

/** Every fault × example × shape × era that its declaration lists. */
const CELLS = FAULTS.flatMap((fault) =>
  fault.examples.flatMap((example, index) =>
    (fault.shapesWith?.(example) ?? fault.shapes).flatMap((shape) =>
      (fault.eras ?? ERAS).map((era) => {
        const cell = `${fault.name}-${index + 1}.${shape}.${era}`;
        const { method, at } = fault.shownWith ?? {};
        const setting = {
          ...(method === undefined ? {} : { method }),
          ...(at === undefined ? {} : { at }),
          shape,
          era,
        };
        return { cell, fault, example, setting };
      }),
    ),
  ),
);

describe.each(CELLS)("$cell", ({ cell, fault, example, setting }) => {
  test("does what its transcript says, and leaves nothing behind", async () => {
    const run = await runFault(fault, example, { ...fault.shownWith, ...setting });
    expect(run.errors).toEqual([]);
    expect(run.endedBy).not.toBe("nothing");
    expect(run.pendingTimers).toBe(0);
    await expect(transcript(run)).toMatchFileSnapshot(`${TRANSCRIPTS}/${cell}.txt`);
  });

  test("ends when the lab stops", async () => {
    const run = await runFault(fault, example, { ...setting, stopAtMs: 0 });
    expect(run.errors).toEqual([]);
    expect(run.endedBy).not.toBe("nothing");
    expect(run.pendingTimers).toBe(0);
  });

  test("ends when the peer cancels", async () => {
    const run = await runFault(fault, example, { ...setting, cancelAtMs: 0 });
    expect(run.errors).toEqual([]);
    expect(run.endedBy).not.toMatch(/nothing|stop/);
    expect(run.pendingTimers).toBe(0);
  });
});

test("every transcript belongs to a cell", () => {
  const cells = new Set(CELLS.map(({ cell }) => `${cell}.txt`));
  const files = readdirSync(new URL(TRANSCRIPTS, import.meta.url));
  expect(files.filter((file) => !cells.has(file))).toEqual([]);
});
