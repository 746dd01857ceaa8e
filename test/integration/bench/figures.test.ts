import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { AnswerCounter } from "../../../bench/answer-counter.mjs";
import { Recorder } from "../../../bench/recorder.mjs";
import { makeReport, missedRows } from "../../../bench/report.mjs";
import { judge, ROWS } from "../../../bench/rows.mjs";
import { summarize } from "../../../bench/statistics.mjs";

const FACTS = {
  toolVersion: "1.0.0",
  date: "2026-01-31",
  machine: { cores: 2, memoryGiB: 8, node: "v20.19.0", system: "linux x64" },
  effort: "full",
};

describe("a summary", () => {
  test("is the median and the quartiles, in whatever order the samples came", () => {
    expect(summarize([5, 1, 4, 2, 3])).toEqual({ median: 3, low: 2, high: 4, count: 5 });
    expect(summarize([1, 2])).toEqual({ median: 1.5, low: 1.25, high: 1.75, count: 2 });
  });

  test("of nothing is an error", () => {
    expect(() => summarize([])).toThrow("nothing to summarize");
  });
});

describe("a verdict", () => {
  const less = { id: "a", measure: "a", over: "b", better: "less", goal: 1.2, gate: 1.5 } as const;
  const more = { ...less, better: "more", goal: 0.8, gate: 0.6 } as const;

  test.each([
    [less, 1.2, "goal met"],
    [less, 1.21, "gate met"],
    [less, 1.5, "gate met"],
    [less, 1.51, "missed"],
    [more, 0.8, "goal met"],
    [more, 0.79, "gate met"],
    [more, 0.6, "gate met"],
    [more, 0.59, "missed"],
  ])("%o %s: %s", (row, value, verdict) => {
    expect(judge(row, value)).toBe(verdict);
  });

  test("can be reached in every row: a goal is at least as hard as its gate", () => {
    for (const { better, goal, gate } of ROWS) expect(better === "less" ? goal <= gate : goal >= gate).toBe(true);
  });
});

describe("a report", () => {
  test("has the median of each row, what stands beside it, and what was missed", () => {
    const recorder = new Recorder();
    for (const value of [1.2, 9, 1.3]) recorder.ratio("start-stdio", value);
    recorder.ratio("start-stdio", 1.1, "floor");
    recorder.ratio("version", 1.4);
    recorder.figure("bare", 40.1234);
    const report = makeReport(recorder, FACTS);
    expect(report.rows).toEqual([
      { id: "start-stdio", median: 1.3, low: 1.25, high: 5.15, samples: 3, floor: 1.1, verdict: "goal met" },
      { id: "version", median: 1.4, low: 1.4, high: 1.4, samples: 1, verdict: "missed" },
    ]);
    expect(report.figures).toEqual([{ id: "bare", median: 40.12, low: 40.12, high: 40.12 }]);
    expect(missedRows(report).map(({ id }) => id)).toEqual(["version"]);
  });

  test("never counts as passed what could not be measured", () => {
    const recorder = new Recorder();
    recorder.missing("rules-names", "no plans");
    expect(makeReport(recorder, FACTS).rows).toEqual([
      { id: "rules-names", verdict: "not there yet", why: "no plans" },
    ]);
  });

  test("takes no figure that is none", () => {
    expect(() => new Recorder().ratio("version", 1 / 0)).toThrow("version: Infinity is no figure");
  });
});

describe("answers on a connection are counted", () => {
  const withLength = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
  const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
  const empty = "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";

  test.each([
    ["whole", [withLength, chunked, empty], [1, 1, 1]],
    ["two in one chunk", [withLength + withLength], [2]],
    [
      "in the middle of the head, the blank line and the body",
      ["HTTP/1.1 200 OK\r\nContent-Le", "ngth: 5\r\n\r", "\nhe", "llo"],
      [0, 0, 0, 1],
    ],
    ["a last chunk in two parts", [chunked.slice(0, -3), chunked.slice(-3)], [0, 1]],
    [
      "a chunk that looks like the last one so far",
      ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n\r\n", "fourteen bytes\r\n0\r\n\r\n"],
      [0, 1],
    ],
    ["a body that looks like a last chunk", ["HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n0\r\n\r\n", "more"], [0, 1]],
  ])("%s", (_, chunks, counts) => {
    const counter = new AnswerCounter();
    expect(chunks.map((chunk) => counter.take(Buffer.from(chunk)))).toEqual(counts);
  });

  test("and a refusal is an error", () => {
    const counter = new AnswerCounter();
    expect(() => counter.take(Buffer.from("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"))).toThrow(
      "The load is refused",
    );
  });
});
