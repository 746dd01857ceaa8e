import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LabError } from "../base/errors.ts";
import { parseHistory } from "./parse.ts";
import { readHistory } from "./read.ts";

const header = {
  kind: "header",
  schemaVersion: 1,
  tool: { name: "mcp-failure-lab", version: "1.0.0" },
  seed: 1,
  era: "both",
  transport: "stdio",
  startedAt: "2026-01-01T00:00:00.000Z",
};
const eof = (sequence: number) => ({ kind: "process-stdin-eof", sequence, atMs: 0, time: "t", role: "server" });
const footer = (entries: number) => ({ kind: "footer", entries, leftOut: { entries: 0, contents: 0 } });
const text = (...lines: unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

describe("a recording is read", () => {
  test("whole", () => {
    const history = parseHistory(text(header, eof(1), eof(5), footer(2)), "a");
    expect(history).toEqual({ header, entries: [eof(1), eof(5)], frames: [], footer: footer(2), notes: [] });
  });

  test("where it was not closed", () => {
    const { entries, notes } = parseHistory(text(header, eof(1)), "a");
    expect(entries).toHaveLength(1);
    expect(notes).toEqual(["The recording was not closed: its last line is missing."]);
  });

  test.each([1, 5, 40])("where its last line was cut off after %i characters", (length) => {
    const { entries, notes } = parseHistory(text(header, eof(1)) + text(eof(2)).slice(0, length), "a");
    expect(entries).toEqual([eof(1)]);
    expect(notes[0]).toBe("Line 3 is cut off, and left out.");
    expect(notes).toHaveLength(2);
  });

  test("where only the last line end is missing", () => {
    expect(parseHistory(text(header, eof(1)).trimEnd(), "a").entries).toEqual([eof(1)]);
  });
});

describe("a broken recording is refused, with line and reason", () => {
  test.each([
    ["nothing", "", "a:1: nothing there"],
    ["a header cut off", text(header).slice(0, 20), "a:1: not one JSON value"],
    ["no header", text(eof(1)), "a:1: a recording begins with its header"],
    ["another kind of file", "[1]\n", "a:1: a recording begins with its header"],
    ["another version", text({ ...header, schemaVersion: 2, x: 1 }), "a:1: found schemaVersion 2, allowed is 1"],
    ["a second header", text(header, header), "a:2: a second header"],
    ["text in the middle", `${text(header)}oops\n${text(eof(1))}`, "a:2: not one JSON value"],
    ["text before a last line that is cut off", `${text(header)}oops\n{"kin`, "a:2: not one JSON value"],
    ["a last line of text that was not cut off", `${text(header)}oops\n`, "a:2: not one JSON value"],
    ["a blank line", `${text(header)}\n${text(eof(1))}`, "a:2: not one JSON value"],
    ["two values on a line", `${text(header)}{}{}\n`, "a:2: not one JSON value"],
    ["an unknown kind", text(header, { ...eof(1), kind: "x" }), 'a:2: $.kind: found "x", allowed are'],
    ["an unknown key", text(header, { ...eof(1), rol: 1 }), 'a:2: $.rol: unknown key "rol"; did you mean "role"?'],
    [
      "a wrong type",
      text(header, { ...eof(1), atMs: "1" }),
      'a:2: $.atMs: found "1", allowed is a number of 0 or more',
    ],
    ["a missing key", text(header, { ...eof(1), role: undefined }), "a:2: $.role: missing"],
    [
      "a sequence that stands still",
      text(header, eof(2), eof(2)),
      "a:3: found sequence number 2, required is more than the 2 before",
    ],
    ["a line after the footer", text(header, footer(0), eof(1)), "a:3: a line after the footer"],
    ["a footer that counts wrong", text(header, eof(1), footer(2)), "a:3: the footer tells of 2 entries, found 1"],
  ])("%s", (_, broken, says) => {
    const read = () => parseHistory(broken, "a");
    expect(read).toThrow(LabError);
    expect(read).toThrow(says);
  });
});

const reason = (path: string, text: string) => new RegExp(`^${path} cannot be read: .*${text}`);

describe("a recording's file", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "history-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const failure = (path: string) =>
    readHistory(path).then(
      () => undefined,
      (error: unknown) => (error instanceof LabError && error.code === "history_load_failed" ? error.message : error),
    );

  test("is read", async () => {
    const path = join(folder, "a.jsonl");
    writeFileSync(path, text(header, footer(0)));
    expect(await readHistory(path)).toMatchObject({ header, entries: [] });
  });

  test("is named with the line where it is broken", async () => {
    const path = join(folder, "a.jsonl");
    writeFileSync(path, text(header, header));
    expect(await failure(path)).toBe(`${path}:2: a second header`);
  });

  test("that does not exist, is a folder, no text, or too large is refused", async () => {
    const path = join(folder, "a.jsonl");
    expect(await failure(path)).toMatch(reason(path, "ENOENT"));
    expect(await failure(folder)).toMatch(reason(folder, "it is no regular file"));
    writeFileSync(path, Buffer.from([0xff]));
    expect(await failure(path)).toMatch(reason(path, "it is not UTF-8 text"));
    truncateSync(path, 64 * 1024 * 1024 + 1);
    expect(await failure(path)).toMatch(reason(path, "allowed are 67108864"));
  });
});
