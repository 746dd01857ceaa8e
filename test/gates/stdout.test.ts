import { describe, expect, test } from "vitest";
import { isNode, isRecord, readSources, syntaxNodes, type Sources, type SyntaxNode } from "./source-files.ts";

/** stdout is the protocol's or the report's: the files that may touch it, and why. */
const WRITERS: ReadonlyMap<string, string> = new Map([["src/cli/main.ts", "prints the version"]]);

function stdoutViolations(sources: Sources, writers: ReadonlyMap<string, string>): string[] {
  const touching = [...sources]
    .filter(([path, source]) => !path.endsWith(".test.ts") && [...syntaxNodes(path, source)].some(touchesStdout))
    .map(([path]) => path);
  return [
    ...touching.filter((path) => !writers.has(path)).map((path) => `${path} touches stdout`),
    ...[...writers.keys()].filter((path) => !touching.includes(path)).map((path) => `${path} is listed and does not`),
  ];
}

function touchesStdout(node: SyntaxNode): boolean {
  switch (node.type) {
    case "MemberExpression": // process.stdout, process["stdout"], globalThis.process.stdout, console.log
      return nameOf(node["property"]) === "stdout"
        ? nameOf(node["object"]) === "process"
        : nameOf(node["object"]) === "console";
    case "VariableDeclarator": // const { stdout } = process
      return nameOf(node["init"]) === "process" && takes(node["id"], "properties", "key");
    case "ImportDeclaration": // import { stdout } from "node:process"
      return (
        isRecord(node["source"]) &&
        /^(node:)?process$/.test(String(node["source"]["value"])) &&
        takes(node, "specifiers", "imported")
      );
    case "CallExpression": // writeSync(1, …), closeSync(1)
      return (
        /^(write|writev|close|createWriteStream|ftruncate)(Sync)?$/.test(nameOf(node["callee"]) ?? "") &&
        firstIsOne(node["arguments"])
      );
    default:
      return false;
  }
}

function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "MemberExpression") return nameOf(node["property"]);
  const name = node.type === "Identifier" ? node["name"] : node["value"];
  return typeof name === "string" ? name : undefined;
}

function takes(node: unknown, list: string, key: string): boolean {
  const members = isRecord(node) ? node[list] : undefined;
  return Array.isArray(members) && members.some((each: unknown) => isRecord(each) && nameOf(each[key]) === "stdout");
}

function firstIsOne(list: unknown): boolean {
  return Array.isArray(list) && isRecord(list[0]) && list[0]["value"] === 1;
}

test("only the named files touch stdout", () => {
  expect(stdoutViolations(readSources("src"), WRITERS)).toEqual([]);
});

describe("the gate sees", () => {
  test.each([
    `process.stdout.write("x");`,
    `process["stdout"].write("x");`,
    `globalThis.process.stdout.end();`,
    `const { stdout } = process;`,
    `import { stdout as out } from "node:process";`,
    `import process from "node:process"; process.stdout.write("x");`,
    `import { writeSync } from "node:fs"; writeSync(1, "x");`,
    `import fs from "node:fs"; fs.closeSync(1);`,
    `console.error("x");`,
  ])("%s", (source) => {
    expect(stdoutViolations(new Map([["src/wire/a.ts", source]]), new Map())).toEqual(["src/wire/a.ts touches stdout"]);
  });

  test("a listed file that does not touch it", () => {
    const found = stdoutViolations(
      new Map([["src/a.ts", `child.stdout.on("data", read);`]]),
      new Map([["src/a.ts", "?"]]),
    );
    expect(found).toEqual(["src/a.ts is listed and does not"]);
  });
});
