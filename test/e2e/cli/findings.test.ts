import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Finding } from "../../../src/checks/finding.ts";
import type { ScenarioReport } from "../../../src/scenarios/report.ts";
import { COMMAND, lab, temporaryFolder } from "./lab.ts";

const DUPLICATE = { name: "Twice", call: { tool: "duplicate_response" }, expect: { outcome: "success" } };
const PING = { name: "Once", call: { tool: "ping" }, expect: { outcome: "success" } };

/** A folder with scenarios, and the lab's own server as somebody else's: one of its tools answers twice. */
function folderWith(...scenarios: readonly object[]): string {
  const folder = temporaryFolder();
  scenarios.forEach((scenario, index) => writeFileSync(join(folder, `${index}.json`), JSON.stringify(scenario)));
  const config = { transport: "stdio", command: process.execPath, args: [COMMAND, "serve"] };
  writeFileSync(join(folder, "server.target"), JSON.stringify({ adapter: "mcp", config }));
  return folder;
}

const TARGET = ["--target", "server.target"];
const violated = ({ findings = [] }: Pick<ScenarioReport, "findings">) =>
  findings.filter(({ verdict }) => verdict === "violated").map(({ check, level, subject }) => [check, level, subject]);

describe("run", () => {
  test("judges the server under test, tells what it violates, and fails for it only when asked", async () => {
    const cwd = folderWith(DUPLICATE);
    const told = await lab(["run", "0.json", ...TARGET, "--report", "json=report.json"], { cwd });
    expect(told.code).toBe(0);
    expect(told.stdout).toMatch(
      /^Finding: violated MUST RPC-05 by the server at 2026-07-28: tools\/call 2 was answered twice/m,
    );

    const failed = await lab(["run", "0.json", ...TARGET, "--fail-on", "must"], { cwd });
    expect(failed.code).toBe(2);
    expect(failed.stdout).toMatch(/^Assertions: failed\n- finding: violated MUST RPC-05 by the server /m);
    expect(failed.stdout).toMatch(/^Run it again: .* --fail-on must --seed \d+$/m);
  });

  test("has all findings in the report for programs, with proof", async () => {
    const cwd = folderWith(DUPLICATE);
    const { code, stdout } = await lab(["run", "0.json", ...TARGET, "--report", "json"], { cwd });
    const report = JSON.parse(stdout) as ScenarioReport;
    expect([code, report.passed, report.failures]).toEqual([0, true, []]);
    expect(violated(report)).toEqual([["RPC-05", "MUST", "server"]]);
    expect(report.findings?.find(({ check }) => check === "RPC-05")?.evidence).toHaveLength(3);
    expect(report.findings?.map(({ verdict }) => verdict)).toEqual(expect.arrayContaining(["obeyed", "not-exercised"]));
  });

  test("has a case of its own for what fails it in the report for CI", async () => {
    const cwd = folderWith(DUPLICATE);
    const { code, stdout } = await lab(["run", "0.json", ...TARGET, "--report", "junit", "--fail-on", "should"], {
      cwd,
    });
    expect(code).toBe(2);
    expect(stdout).toContain('<testcase name="Twice: findings"');
    expect(stdout).toMatch(/<testsuites [^>]*failures="1" errors="0"/);
  });

  test("judges the client in the seat against the lab's own server", async () => {
    const cwd = folderWith(DUPLICATE);
    const { code, stdout } = await lab(["run", "0.json", "--report", "json", "--fail-on", "robustness"], { cwd });
    const report = JSON.parse(stdout) as ScenarioReport;
    expect(code).toBe(0);
    expect(new Set(report.findings?.map(({ subject }) => subject))).toEqual(new Set(["client"]));
    expect(violated(report)).toEqual([]);
  });

  test("judges a session that scenarios share once, as a whole", async () => {
    const cwd = folderWith(DUPLICATE, PING);
    const words = ["run", ".", ...TARGET, "--reuse-session", "--report", "json", "--fail-on", "must"];
    const { code, stdout } = await lab(words, { cwd });
    const report = JSON.parse(stdout) as { passed: boolean; summary: object; scenarios: ScenarioReport[] };
    expect([code, report.passed, report.summary]).toEqual([
      2,
      false,
      expect.objectContaining({ passed: 1, failed: 1 }),
    ]);
    const [first, last] = report.scenarios;
    expect([first?.findings, first?.passed, last?.passed]).toEqual([undefined, true, false]);
    expect(violated(last ?? {})).toEqual([["RPC-05", "MUST", "server"]]);
  });
});

describe("a recording of run", () => {
  test("is judged as the run was: it knows one client from another", async () => {
    const cwd = folderWith(DUPLICATE, PING);
    expect((await lab(["run", ".", "--record", "run.jsonl"], { cwd })).code).toBe(0);
    const { code, stdout } = await lab(["history", "run.jsonl", "--judge", "both", "--json"], { cwd });
    const findings = JSON.parse(stdout) as Finding[];
    expect([code, violated({ findings })]).toEqual([0, []]);
    // Both scenarios use the same ids at the same time of their lives.
    expect(findings.find(({ check }) => check === "RPC-04")?.verdict).toBe("not-exercised");
  });

  test.each([
    ["in process", []],
    ["http", ["--transport", "http"]],
    ["stdio", ["--transport", "stdio"]],
    ["a target", TARGET],
  ])("tells which rule acted on what the client sent: %s", async (_way, words) => {
    const cwd = folderWith({
      ...PING,
      inject: [
        {
          id: "retyped",
          when: { direction: "to-server", method: "tools/call" },
          inject: [{ fault: "request_id", with: { as: "text" } }],
        },
      ],
      timeoutMs: 300,
      expect: { outcome: "error" },
    });
    await lab(["run", "0.json", ...words, "--record", "run.jsonl"], { cwd });
    const { stdout } = await lab(["history", "run.jsonl", "--json"], { cwd });
    const { entries } = JSON.parse(stdout) as {
      entries: { kind: string; exchange?: number; rule?: string; fault?: string }[];
    };
    const fired = entries.filter(({ kind }) => kind === "fired");
    const changed = entries.find(({ kind, fault }) => kind === "bytes" && fault !== undefined);
    expect(fired).toMatchObject([{ rule: "retyped", exchange: changed?.exchange }]);
  });

  test("tells which server did not leave at the end of its input", async () => {
    const cwd = folderWith(PING);
    const stays = {
      transport: "stdio",
      command: process.execPath,
      args: [COMMAND, "serve", "--rule", "$shutdown refuse_exit ms=60000"],
    };
    writeFileSync(join(cwd, "stays.target"), JSON.stringify({ adapter: "mcp", config: stays }));
    const { stdout } = await lab(
      ["run", "0.json", "--target", "stays.target", "--record", "run.jsonl", "--report", "json"],
      { cwd },
    );
    expect(violated(JSON.parse(stdout) as ScenarioReport)).toEqual([["STD-07", "SHOULD", "server"]]);
    const { stdout: shown } = await lab(["history", "run.jsonl", "--judge", "server"], { cwd });
    expect(shown).toMatch(
      /^violated {2}STD-07 {2}SHOULD, server, 2026-07-28\n {2}the server was still there \d+ ms after/m,
    );
    expect(shown).toMatch(/server sent SIGTERM after \d+ ms/);
  });
});

describe("checks", () => {
  test("are listed, and explained one by one", async () => {
    const list = await lab(["checks"]);
    expect([list.code, list.stderr]).toEqual([0, ""]);
    expect(list.stdout).toContain("  SES-06  MUST  client; http; legacy era\n");
    const one = await lab(["checks", "SES-06", "--json"]);
    expect(JSON.parse(one.stdout)).toMatchObject([{ check: "SES-06", subjects: ["client"] }]);
  });

  test("that are not there are refused with the nearest", async () => {
    const { code, stdout, stderr } = await lab(["checks", "SES-60"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain('there is no check named "SES-60"');
  });
});

test.each([
  [["history", "x.jsonl", "--judge", "me"], 'found "me"'],
  [["run", "x.json", "--fail-on", "may"], 'found "may"'],
])("%j is refused", async (words, message) => {
  const { code, stdout, stderr } = await lab(words, { cwd: temporaryFolder() });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(message);
});
