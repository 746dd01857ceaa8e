import { spawnSync } from "node:child_process";
import { closeSync, linkSync, openSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMAND, lab, temporaryFolder } from "./lab.ts";

const PING = JSON.stringify({ name: "Ping", call: { tool: "ping" }, expect: { outcome: "success" } });
const TARGET = JSON.stringify({
  adapter: "mcp",
  config: { transport: "stdio", command: process.execPath, args: [COMMAND, "serve"] },
});
const INPUTS = { "a.json": PING, "broken.json": "{", "t.json": TARGET };

function folder(): string {
  const cwd = temporaryFolder();
  for (const [file, text] of Object.entries(INPUTS)) writeFileSync(join(cwd, file), text);
  symlinkSync("a.json", join(cwd, "link.json"));
  linkSync(join(cwd, "a.json"), join(cwd, "hard.json"));
  return cwd;
}

/** The command with a device for its stdout that takes nothing. */
function toFullDevice(args: readonly string[]): { code: number | null; stderr: string } {
  const full = openSync("/dev/full", "w");
  try {
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
      cwd: folder(),
      stdio: ["ignore", full, "pipe"],
      encoding: "utf8",
    });
    return { code: status, stderr };
  } finally {
    closeSync(full);
  }
}

describe("what is read is not written to, whatever goes wrong", () => {
  test.each([
    "a.json --report json=a.json",
    "a.json --report junit=a.json",
    "a.json --report github=a.json",
    "a.json --report json --output a.json",
    "a.json typo.json --report json=a.json",
    "typo.json a.json --report json=./a.json",
    "a.json --target t.json --report json=t.json",
    "a.json --target t.json --report json --output t.json --grep nothing",
    "a.json --report json=link.json",
    "a.json --report json=hard.json",
    "a.json --output link.json",
    "a.json --record link.json",
    "link.json --report json=a.json",
    "broken.json --report json=broken.json",
    "a.json --grep nothing --report json=a.json",
    ". --report json=a.json",
    "*.json --report junit=broken.json",
    "a.json --jobs 0 --report json=a.json",
  ])("run %s", async (line) => {
    const cwd = folder();
    const { code, stdout, stderr } = await lab(["run", ...line.split(" ")], { cwd });
    expect([code, stdout.includes("Ping")]).toEqual([1, false]);
    expect(stderr).toMatch(/^mcp-failure-lab: /);
    for (const [file, text] of Object.entries(INPUTS)) expect(readFileSync(join(cwd, file), "utf8")).toBe(text);
  });

  test("an error document goes to a file that nobody reads", async () => {
    const cwd = folder();
    writeFileSync(join(cwd, "report.txt"), "of yesterday");
    expect((await lab(["run", "broken.json", "--report", "json=report.txt"], { cwd })).code).toBe(1);
    expect(JSON.parse(readFileSync(join(cwd, "report.txt"), "utf8"))).toMatchObject({
      error: { code: "scenario_load_failed" },
    });
  });
});

describe("a report for which there is no room", () => {
  test.each([["console"], ["json"], ["junit"], ["github"]])("on stdout, as %s", (format) => {
    const { code, stderr } = toFullDevice(["run", "a.json", "--report", format]);
    expect([code, stderr]).toEqual([
      1,
      "mcp-failure-lab: stdout cannot be written to: ENOSPC: no space left on device, write\n",
    ]);
  });

  test("in a file: one line says so", async () => {
    const { code, stderr } = await lab(["run", "a.json", "--output", "/dev/full"], { cwd: folder() });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^mcp-failure-lab: the report cannot be written to \/dev\/full: .*\n$/);
  });

  test("and other texts", () => {
    const { code, stderr } = toFullDevice(["faults"]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^mcp-failure-lab: stdout cannot be written to: .*\n$/)]);
  });
});
