import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "./source-files.ts";

const folder = mkdtempSync(join(tmpdir(), "tally-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Part {
  readonly code: number;
  /** As vitest's JSON reporter writes them; undefined where the part left none. */
  readonly counts?: object;
}

/** What the end of a CI run says of its parts, and its exit code. */
function tally(parts: Readonly<Record<string, Part>>): { lines: string[]; code: number | null } {
  const words = Object.entries(parts).map(([name, { code, counts }]) => {
    const file = join(folder, `${name}.json`);
    if (counts !== undefined) writeFileSync(file, JSON.stringify(counts));
    return `${name}=${code}=${counts === undefined ? join(folder, "none.json") : file}`;
  });
  const script = join(root, "scripts/tally.mjs");
  const { stdout, status } = spawnSync(process.execPath, [script, ...words], { cwd: root, encoding: "utf8" });
  return { lines: stdout.trimEnd().split("\n"), code: status };
}

function failed(count: number): object {
  const assertionResults = Array.from({ length: count }, (_, index) => ({
    status: "failed",
    fullName: `a group test ${index + 1}`,
    failureMessages: [`AssertionError: no ${index + 1}\n    at somewhere`],
  }));
  const testResults = [{ name: join(root, "src/a.test.ts"), message: "", assertionResults }];
  return { numPassedTests: 3, numFailedTests: count, testResults };
}

test("adds up what passed", () => {
  const counts = { numPassedTests: 2, numFailedTests: 0, testResults: [] };
  expect(tally({ test: { code: 0, counts }, gates: { code: 0, counts } })).toEqual({
    lines: ["4 passed, 0 failed"],
    code: 0,
  });
});

test("tells every failed test with the first line of its message just before the total", () => {
  expect(tally({ test: { code: 1, counts: failed(2) } })).toEqual({
    lines: [
      "test failed (exit code 1)",
      "FAILED src/a.test.ts: a group test 1: AssertionError: no 1",
      "FAILED src/a.test.ts: a group test 2: AssertionError: no 2",
      "3 passed, 2 failed",
    ],
    code: 1,
  });
});

test("tells fifty of them, and how many more there are", () => {
  const { lines } = tally({ more: { code: 1, counts: failed(52) } });
  expect(lines.filter((line) => line.startsWith("FAILED "))).toHaveLength(50);
  expect(lines.slice(-2)).toEqual(["and 2 more", "3 passed, 52 failed"]);
});

test("tells a file that did not load, and a part that left no counts", () => {
  const testResults = [
    { name: join(root, "src/b.test.ts"), message: "SyntaxError: odd\n  at b", assertionResults: [] },
  ];
  const parts = {
    load: { code: 1, counts: { numPassedTests: 0, numFailedTests: 0, testResults } },
    install: { code: 7 },
  };
  expect(tally(parts).lines).toEqual([
    "load failed (exit code 1)",
    "install failed (exit code 7)",
    "FAILED src/b.test.ts: SyntaxError: odd",
    "0 passed, 2 failed",
  ]);
});
