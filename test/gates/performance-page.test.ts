import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FIGURES } from "../../bench/figures.mjs";
import { renderPage } from "../../bench/performance-page.mjs";
import type { Report } from "../../bench/report.mjs";
import { ROWS } from "../../bench/rows.mjs";
import { renderSummary, renderTable } from "../../bench/table.mjs";
import { root } from "./source-files.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
// A report that the benchmark has written, or one kept in its form.
const readReport = (path: string) => JSON.parse(read(path)) as Report;

const SAMPLE = "test/fixtures/performance";
const PUBLISHED = "bench/results/published.json";
const PAGE = "docs/performance.md";
const NOTES = {
  "start-discover": "the first answer is built once more; keeping it costs 2 kB.",
  "stdio-rate-legacy-1": "one write for each answer; joining them costs latency.",
};

describe("a stored report", () => {
  const report = readReport(`${SAMPLE}/report.json`);

  test("becomes the stored page", () => {
    expect(renderPage(report, NOTES)).toBe(read(`${SAMPLE}/page.md`));
  });

  test("becomes the stored table", () => {
    expect(renderTable(report) + renderSummary(report)).toBe(read(`${SAMPLE}/table.txt`));
  });

  test("becomes no page while a missed goal has no note", () => {
    const { "start-discover": _, ...rest } = NOTES;
    expect(() => renderPage(report, rest)).toThrow("bench/notes.mjs has to say what was tried for start-discover");
  });
});

test("every row and figure has an id of its own", () => {
  for (const list of [ROWS, FIGURES]) {
    const ids = list.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  }
});

test("the page is what the published report makes, and names no place of a machine", () => {
  expect(existsSync(join(root, PAGE))).toBe(existsSync(join(root, PUBLISHED)));
  for (const path of [PUBLISHED].filter((each) => existsSync(join(root, each)))) {
    const report = readReport(path);
    expect(report.effort).toBe("full");
    expect(report.rows.map(({ id }) => id)).toEqual(ROWS.map(({ id }) => id));
    expect(read(PAGE)).toBe(renderPage(report));
    expect(read(path)).not.toMatch(/\/(?:home|root|tmp|work|Users)\b/);
  }
});
