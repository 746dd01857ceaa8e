import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readDocument } from "./document.ts";
import { MAX_DOCUMENT_BYTES } from "./limits.ts";

const folder = mkdtempSync(join(tmpdir(), "document-"));
afterAll(() => rmSync(folder, { recursive: true }));

function read(name: string, content: string | Uint8Array) {
  writeFileSync(join(folder, name), content);
  return readDocument(join(folder, name));
}

test("reads JSON, also with a byte order mark", async () => {
  expect(await read("a.json", '\ufeff{"a": [1, "é", null]}')).toEqual({ value: { a: [1, "é", null] } });
});

test.each(["a.yaml", "a.yml", "a.YAML"])("reads %s as YAML", async (name) => {
  const text = "# comment\na: &one [1, yes, 2020-01-01, 0x10]\nb: *one\nc: |\n  two\n  lines\n";
  const one = [1, "yes", "2020-01-01", 16];
  expect(await read(name, text)).toEqual({ value: { a: one, b: one, c: "two\nlines\n" } });
});

test("takes a file up to the limit and none beyond", async () => {
  const text = `"${"x".repeat(MAX_DOCUMENT_BYTES - 2)}"`;
  expect(await read("full.json", text)).toEqual({ value: text.slice(1, -1) });
  expect(await read("over.json", `${text} `)).toEqual({
    problems: ["is larger than the 1048576 bytes that are allowed"],
  });
});

test.each([
  [
    "syntax.json",
    '{"a": 1,\n "a": 2,}',
    [
      'line 2, column 2: the name "a" stands here a second time',
      'line 2, column 9: expected a name in double quotes, found "}"',
    ],
  ],
  ["twice.yaml", "a: 1\na: 2\n", ["line 2, column 1: Map keys must be unique"]],
  ["twice-as-json.yaml", 'a:\n  - {1: b, "1": c}\n', ["line 2, column 12: Map keys must be unique"]],
  ["two.yaml", "--- 1\n--- 2\n", [expect.stringContaining("line 2, column 1: Source contains multiple documents")]],
  ["tag.yaml", "a: !unknown x\n", ["line 1, column 4: Unresolved tag: !unknown"]],
  ["nan.yaml", "a: .nan\n", ["NaN is not a number that JSON knows"]],
  ["binary.yaml", "a: !!binary aGk=\n", ["binary data and other values that JSON does not know are not allowed"]],
  ["round.yaml", "a: &a [*a]\n", ["nested deeper than 512 levels, or an alias within its own anchor"]],
  ["alias.yaml", "a: *nobody\n", [expect.stringContaining("Unresolved alias")]],
])("tells what is wrong with %s", async (name, text, problems) => {
  expect(await read(name, text)).toEqual({ problems });
});

test("bounds what aliases may grow to, how many values there are, and how many mistakes are told", async () => {
  const levels = Array.from(
    { length: 12 },
    (_, i) =>
      `l${i}: &l${i} [${Array(10)
        .fill(i === 0 ? "1" : `*l${i - 1}`)
        .join(", ")}]`,
  );
  expect(await read("laughs.yaml", levels.join("\n"))).toEqual({
    problems: [expect.stringContaining("Excessive alias count")],
  });
  const many = `a: &a [${"1,".repeat(1_100)}]\nb: [${"*a,".repeat(99)}]\n`;
  expect(await read("many.yaml", many)).toEqual({ problems: ["more than 100000 values, aliases resolved"] });
  const deep = await read("deep.yaml", "[".repeat(50_000));
  expect(deep.problems?.length).toBe(10);
});

test.each([
  ["quiet.json", '{"token": sk-secret}', "line 1, column 11: expected a value"],
  ["quiet.json", '{"token": "a" sk-secret}', 'line 1, column 15: expected "," or "}"'],
  ["quiet.yaml", "token: !sk-secret a\n", "line 1, column 8: tag resolve failed"],
  ["quiet.yaml", "token: *sk-secret\n", "an alias that stands for nothing, or too many of them"],
])("repeats nothing of a file that may hold secrets: %s %j", async (name, text, problem) => {
  writeFileSync(join(folder, name), text);
  expect(await readDocument(join(folder, name), { quiet: true })).toEqual({ problems: [problem] });
});

test("is told of files that cannot be read", async () => {
  expect(await readDocument(join(folder, "missing.json"))).toEqual({ problems: ["no such file"] });
  const makePipe = "mkfifo"; // part of every POSIX system
  execFileSync(makePipe, [join(folder, "pipe.json")]);
  expect(await readDocument(join(folder, "pipe.json"))).toEqual({ problems: ["is not a regular file"] });
  expect(await readDocument(folder)).toEqual({ problems: ["is not a regular file"] });
  expect(await read("latin.json", Buffer.from([0x22, 0xe9, 0x22]))).toEqual({ problems: ["is not UTF-8 text"] });
});
