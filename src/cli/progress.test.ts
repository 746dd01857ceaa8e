import { expect, test } from "vitest";
import { createFakeClock } from "../base/fake-clock.ts";
import { failedReport, scenarioReport } from "../reports/report-fixture.ts";
import { createProgress } from "./progress.ts";

const ERASE = "\r\u001b[2K";

function watched(columns = 80) {
  const clock = createFakeClock();
  const written: string[] = [];
  const progress = createProgress(
    clock,
    (text) => written.push(text),
    () => columns,
  );
  const start = (index: number, name: string) => progress.onEvent({ kind: "started", index, total: 3, name });
  return { clock, written, progress, start };
}

test("a short run shows nothing", async () => {
  const { clock, written, progress, start } = watched();
  start(0, "A");
  await clock.advance(999);
  progress.onEvent({ kind: "ended", index: 0, total: 3, report: scenarioReport() });
  progress.end();
  expect([written, clock.pending]).toEqual([[], 0]);
});

test("a longer one says how far it is, on one line, and takes the line away", async () => {
  const { clock, written, progress, start } = watched();
  start(0, "A");
  start(1, "B\u001b[2J");
  await clock.advance(1000);
  progress.onEvent({ kind: "ended", index: 0, total: 3, report: failedReport() });
  start(2, "C");
  progress.end();
  expect(written).toEqual([
    `${ERASE}0/3  A and 1 more`,
    `${ERASE}1/3, 1 not passed  B\\u001b[2J`,
    `${ERASE}1/3, 1 not passed  B\\u001b[2J and 1 more`,
    ERASE,
  ]);
});

test("keeps within the terminal", async () => {
  const { clock, written, start } = watched(10);
  start(0, "a long name");
  await clock.advance(1000);
  expect(written).toEqual([`${ERASE}0/3  a lo`]);
});
