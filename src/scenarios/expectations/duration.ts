import type { Expect } from "./expect.ts";

/** The call took at least and at most so long. Judged as measured, not as rounded for people. */
export const expectDuration: Expect = ({ minDurationMs, maxDurationMs }, { durationMs }) => {
  const failures: string[] = [];
  const actual = `actual ${Number(durationMs.toFixed(1))} ms`;
  if (minDurationMs !== undefined && durationMs < minDurationMs)
    failures.push(`minDurationMs: expected at least ${minDurationMs} ms, ${actual}`);
  if (maxDurationMs !== undefined && durationMs > maxDurationMs)
    failures.push(`maxDurationMs: expected at most ${maxDurationMs} ms, ${actual}`);
  return failures;
};
