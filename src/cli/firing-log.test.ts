import { describe, expect, test } from "vitest";
import { createFakeClock } from "../base/fake-clock.ts";
import { createFiringLog } from "./firing-log.ts";

/** A stderr whose reader keeps up, or only when told to. */
function fixture({ slow = false } = {}) {
  const clock = createFakeClock();
  const written: string[] = [];
  const readers: (() => void)[] = [];
  const log = createFiringLog((bytes) => {
    written.push(String(bytes));
    return slow ? new Promise((resolve) => readers.push(resolve)) : undefined;
  }, clock);
  return {
    clock,
    log,
    written,
    read: async () => {
      readers.splice(0).forEach((resolve) => resolve());
      await Promise.resolve();
    },
  };
}

describe("the log of what fires", () => {
  test("writes the first line at once, and what follows within 20 ms in one write", async () => {
    const { clock, log, written } = fixture();
    for (const line of ["a\n", "b\n", "c\n"]) log.tell(line);
    expect(written).toEqual(["a\n"]);
    await clock.advance(19);
    expect(written).toEqual(["a\n"]);
    await clock.advance(1);
    expect(written).toEqual(["a\n", "b\nc\n"]);
    log.tell("d\n");
    expect(written).toHaveLength(2);
    await clock.advance(40);
    log.tell("e\n");
    expect(written.slice(2)).toEqual(["d\n", "e\n"]);
  });

  test("writes what waits before something else is said, and not again", async () => {
    const { clock, log, written } = fixture();
    log.tell("a\n");
    log.tell("b\n");
    log.flush();
    log.flush();
    await clock.advance(100);
    expect(written).toEqual(["a\n", "b\n"]);
  });

  test("waits for a reader who does not keep up, and goes on by itself", async () => {
    const { clock, log, written, read } = fixture({ slow: true });
    for (const line of ["a\n", "b\n", "c\n"]) log.tell(line);
    await clock.advance(1_000);
    expect(written).toEqual(["a\n"]);
    await read();
    expect(written).toEqual(["a\n", "b\nc\n"]);
  });

  test("keeps 64 KiB for him and counts the lines that he misses", async () => {
    const { log, written, read } = fixture({ slow: true });
    log.tell("a\n");
    const line = `${"é".repeat(511)}x\n`; // 1,024 bytes
    for (let i = 0; i < 100; i++) log.tell(line);
    await read();
    expect(written[1]).toBe(
      `${line.repeat(64)}mcp-failure-lab: 36 more lines like these are left out: nobody reads fast enough\n`,
    );
    await read();
    log.tell("b\n");
    expect(written[2]).toBe("b\n");
  });
});
