import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../gates/source-files.ts";
import { temporaryFolder } from "./cli/lab.ts";

const CACHE = join("cli/cache", `${process.version}-${process.platform}-${process.arch}`);

/** A copy of the built command, and what it prints of a scenario. */
function copyOfCommand() {
  const folder = temporaryFolder();
  cpSync(join(root, "dist/bin.cjs"), join(folder, "bin.cjs"));
  cpSync(join(root, "dist/cli"), join(folder, "cli"), { recursive: true });
  writeFileSync(
    join(folder, "ping.json"),
    JSON.stringify({ name: "Ping", call: { tool: "ping" }, expect: { outcome: "success" } }),
  );
  const codes = readdirSync(join(folder, CACHE)).map((name) => join(folder, CACHE, name));
  return {
    folder,
    codes,
    run: (...flags: string[]) => {
      const args = [...flags, join(folder, "bin.cjs"), "run", "ping.json"];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
      return { status, stderr, passed: stdout.includes("Assertions: passed") };
    },
  };
}

const GOOD = { status: 0, stderr: "", passed: true };

/** Asks V8 about every file of the command: whether it takes the compiled code that is there for it. */
const ASK = `
  const { readFileSync, readdirSync } = require("node:fs");
  const { Script } = require("node:vm");
  const [, folder, cache] = process.argv;
  for (const name of readdirSync(cache)) {
    const source = readFileSync(folder + "/" + name.replace(/\\.bin$/, ""), "utf8");
    const { cachedDataRejected } = new Script(source, { cachedData: readFileSync(cache + "/" + name) });
    console.log(name + " " + cachedDataRejected);
  }`;

describe("the compiled code beside the command", () => {
  test("is there for what a start needs, and Node.js takes it", () => {
    const { folder } = copyOfCommand();
    const { stdout } = spawnSync(process.execPath, ["-e", ASK, join(folder, "cli"), join(folder, CACHE)], {
      encoding: "utf8",
    });
    const said = stdout.trim().split("\n");
    expect(said.filter((line) => !line.endsWith(" false"))).toEqual([]);
    expect(said).toEqual(
      expect.arrayContaining(
        ["command-line", "common", "serve", "http", "listen", "run", "load-and-run"].map(
          (name) => `${name}.cjs.bin false`,
        ),
      ),
    );
  });

  test("belongs to a text that V8 keeps in one byte for each character", () => {
    const { folder, codes } = copyOfCommand();
    const texts = codes.map((code) => readFileSync(join(folder, "cli", basename(code, ".bin")), "latin1"));
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.filter((text) => /\P{ASCII}/u.test(text))).toEqual([]);
  });

  test("belongs to files that Node.js loads as modules, too", () => {
    const { folder } = copyOfCommand();
    const load = `console.log(Object.keys(require(process.argv[1])).length > 0)`;
    const { stdout, stderr } = spawnSync(process.execPath, ["-e", load, join(folder, "cli/command-line.cjs")], {
      encoding: "utf8",
    });
    expect({ stdout, stderr }).toEqual({ stdout: "true\n", stderr: "" });
  });

  test("is used: code of another file in its place is run", () => {
    const { folder, run } = copyOfCommand();
    const console = join(folder, "cli/console.cjs");
    const source = readFileSync(console, "utf8");
    writeFileSync(console, source.replace("Assertions", "ASSERTIONS")); // of the same length, so V8 takes the old code
    expect(run()).toEqual(GOOD);
  });

  test.each([
    ["is empty", () => Buffer.alloc(0)],
    ["is cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ["is something else", () => Buffer.from("nothing of V8")],
    ["is of another V8", (bytes: Buffer) => Buffer.concat([Buffer.alloc(16, 7), bytes.subarray(16)])],
  ])("where it %s, the command is compiled as ever", (_, spoil) => {
    const { codes, run } = copyOfCommand();
    for (const file of codes) writeFileSync(file, spoil(readFileSync(file)));
    expect(run()).toEqual(GOOD);
  });

  test("where there is none, or other flags are set, the command is compiled as ever", () => {
    const { folder, run } = copyOfCommand();
    expect(run("--stack-size=900")).toEqual(GOOD);
    rmSync(join(folder, "cli/cache"), { recursive: true });
    expect(existsSync(join(folder, CACHE))).toBe(false);
    expect(run()).toEqual(GOOD);
  });
});
