import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LabError } from "../base/errors.ts";
import { openHistoryFile } from "./write.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "history-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function thrown(run: () => unknown): LabError {
  try {
    run();
  } catch (error) {
    if (error instanceof LabError) return error;
  }
  throw new Error("no LabError was thrown");
}

describe("a recording's file", () => {
  test("has all lines, in order, once it is closed", () => {
    const path = join(folder, "a.jsonl");
    const file = openHistoryFile(path);
    const lines = Array.from({ length: 3_000 }, (_, index) => `${index} é`.repeat(20));
    for (const line of lines) file.write(line);
    file.close();
    file.close();
    file.write("after the end");
    expect(readFileSync(path, "utf8")).toBe(lines.map((line) => `${line}\n`).join(""));
  });

  test("has the lines of a turn by its end, and at once when asked", async () => {
    const path = join(folder, "a.jsonl");
    const file = openHistoryFile(path);
    file.write("one");
    expect(readFileSync(path, "utf8")).toBe("");
    await Promise.resolve();
    expect(readFileSync(path, "utf8")).toBe("one\n");
    file.write("two");
    file.flush();
    expect(readFileSync(path, "utf8")).toBe("one\ntwo\n");
    file.close();
  });

  test("does not keep much waiting in memory", () => {
    const path = join(folder, "a.jsonl");
    const file = openHistoryFile(path);
    file.write("x".repeat(65_536));
    expect(readFileSync(path, "utf8")).toHaveLength(65_537);
    file.close();
  });

  test("takes the place of what was there", () => {
    const path = join(folder, "a.jsonl");
    for (const text of ["first, and long", "second"]) {
      const file = openHistoryFile(path);
      file.write(text);
      file.close();
    }
    expect(readFileSync(path, "utf8")).toBe("second\n");
  });
});

describe("a path that cannot be written", () => {
  test("in no folder", () => {
    const path = join(folder, "missing", "a.jsonl");
    const error = thrown(() => openHistoryFile(path));
    expect(error.code).toBe("history_write_failed");
    expect(error.message).toContain(`cannot be written to ${path}: ENOENT`);
    expect(error.hint).toContain("a folder that exists");
  });

  test("a folder", () => {
    expect(thrown(() => openHistoryFile(folder)).message).toContain("EISDIR");
  });

  test("a pipe, which would wait for its reader", () => {
    const path = join(folder, "pipe");
    execFileSync("/usr/bin/env", ["mkfifo", path]);
    expect(thrown(() => openHistoryFile(path)).message).toContain("a pipe, not a file");
  });

  // reason: only Linux has a device that is always full
  test.runIf(existsSync("/dev/full"))("a full disk, told when it is closed and not before", () => {
    const file = openHistoryFile("/dev/full");
    file.write("one");
    file.flush();
    file.write("two");
    file.flush();
    expect(thrown(() => file.close()).message).toContain("/dev/full: ENOSPC");
    expect(() => file.close()).not.toThrow();
  });
});
