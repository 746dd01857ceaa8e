import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faultFacts, type FaultFacts } from "../../src/faults/fault-facts.ts";
import { FAULTS } from "../../src/faults/index.ts";
import { compileRules } from "../../src/plan/compile-rules.ts";
import { parseRuleText } from "../../src/plan/rule-text.ts";
import { root } from "../gates/source-files.ts";

const ALL = FAULTS.map(faultFacts);
const CATALOGUE = new Map(FAULTS.map((fault) => [fault.name, fault]));

describe("the rule that is given to paste", () => {
  // A rule about both sides is for a server, as on the command line.
  test.each(
    ALL.flatMap(({ rule, examples, direction }) =>
      rule === undefined ? [] : [[rule, examples[0], direction === "to-server" ? direction : "to-client"] as const],
    ),
  )("%s", (text, example, direction) => {
    const rule = parseRuleText(text);
    expect(rule.inject[0]?.with ?? {}).toEqual(example);
    const problems: string[] = [];
    compileRules([{ rule, where: "rule" }], { catalogue: CATALOGUE, seed: 1, direction }, problems);
    expect(problems).toEqual([]);
  });
});

describe("the scenarios that are given to paste are met", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "fault-examples-"));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test.each([
    ["in process", undefined],
    ["over stdio", "stdio"],
    ["over HTTP", "http"],
  ])("%s", async (_, transport) => {
    const files = ALL.filter((facts) => facts.scenario !== undefined && transportOf(facts) === transport).map(
      (facts) => {
        const file = join(folder, `${facts.name}.json`);
        writeFileSync(file, JSON.stringify(facts.scenario));
        return file;
      },
    );
    expect(files).not.toEqual([]);
    const args = ["run", "--jobs", "8", ...(transport === undefined ? [] : ["--transport", transport]), ...files];
    expect(await lab(args)).toEqual({ code: 0, failed: [] });
  });
});

/** The transport over which a fault can be had at all. */
function transportOf({ needs, toolOnlyUnder }: FaultFacts): string | undefined {
  if (needs.includes("session")) return "http";
  return toolOnlyUnder === "serve" ? "stdio" : undefined;
}

/** Runs the built command; tells the exit code and the lines of the report that say what went wrong. */
function lab(args: readonly string[]): Promise<{ code: number; failed: string[] }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, "dist/bin.cjs"), ...args], (error, stdout, stderr) => {
      const failed = `${stdout}${stderr}`.split("\n").filter((line) => /^- |failed|mcp-failure-lab:/.test(line));
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), failed });
    });
  });
}
