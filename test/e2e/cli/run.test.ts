import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { lab, temporaryFolder } from "./lab.ts";

type Scenario = Readonly<Record<string, unknown>>;

const passing = (name: string): Scenario => ({ name, call: { tool: "ping" }, expect: { outcome: "success" } });
const failing = (name: string): Scenario => ({ name, call: { tool: "ping" }, expect: { outcome: "error" } });

/** A folder with scenarios of these names. */
function folderOf(scenarios: Readonly<Record<string, Scenario>>): string {
  const folder = temporaryFolder();
  for (const [path, scenario] of Object.entries(scenarios)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(scenario));
  }
  return folder;
}

/** Runs in a folder and reads the report that it prints. */
async function report(
  cwd: string,
  ...args: string[]
): Promise<{ code: number | null; report: unknown; stderr: string }> {
  const { code, stdout, stderr } = await lab(["run", ...args, "--report", "json"], { cwd });
  return { code, report: JSON.parse(stdout), stderr };
}

test("demo prints its report and nothing else", async () => {
  const { code, stdout, stderr } = await lab(["demo"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(
    /^MCP Failure Lab — Demo\nRunning a real 500ms delay scenario\.\.\.\n\nScenario: Deterministic delay demo\nOutcome: success\nDuration: ~\d{3,} ms\nAssertions: passed\n$/,
  );
});

describe("exit code", () => {
  test("0: every expectation was met", async () => {
    const { code, stdout, stderr } = await lab(["run", "a.json"], { cwd: folderOf({ "a.json": passing("A") }) });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Scenario: A\nOutcome: success\nDuration: ~\d+ ms\nAssertions: passed\n$/);
  });

  test("2: an expectation was not met", async () => {
    const { code, stdout, stderr } = await lab(["run", "a.json"], { cwd: folderOf({ "a.json": failing("A") }) });
    expect([code, stderr]).toEqual([2, ""]);
    expect(stdout).toMatch(
      /^Scenario: A\nOutcome: success\nDuration: ~\d+ ms\nAssertions: failed\n- outcome: expected error, actual success\nRun it again: mcp-failure-lab run a\.json --seed \d+\n$/,
    );
  });

  test("2: the observer timed out, although that was expected", async () => {
    const observe = { call: { tool: "hang" }, timeoutMs: 50, expect: { outcome: "timeout" } };
    const { code, report: found } = await report(folderOf({ "a.json": { ...passing("A"), observe } }), "a.json");
    const line =
      "outcome: expected success, actual timeout (timeout: no answer within 50 ms); an observer has to return a result";
    expect(code).toBe(2);
    expect(found).toMatchObject({
      outcome: "success",
      passed: false,
      failures: [`observer: ${line}`],
      observer: { name: "A: observer", outcome: "timeout", passed: false, failures: [line] },
    });
  });

  test("1: one could not be loaded, and then none runs", async () => {
    const folder = folderOf({ "a.json": passing("A"), "b.json": { name: "B" } });
    const { code, stdout, stderr } = await lab(["run", "."], { cwd: folder });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("b.json: $.call: missing");
  });
});

describe("the report", () => {
  test("is one object for exactly one file", async () => {
    const { report: found } = await report(folderOf({ "a.json": passing("A") }), "a.json");
    expect(found).toMatchObject({
      schemaVersion: 1,
      name: "A",
      file: "a.json",
      outcome: "success",
      passed: true,
      failures: [],
      transport: "in-process",
      protocolVersion: { requested: "2026-07-28", negotiated: "2026-07-28" },
      client: "mcp-failure-lab",
      tool: { name: "mcp-failure-lab" },
      operations: [{ name: "set-up" }, { name: "execute" }, { name: "clean-up" }],
    });
    expect(found).not.toHaveProperty("observer");
    expect(found).not.toHaveProperty("scenarios");
  });

  test.each([
    ["a folder", ["."]],
    ["a pattern", ["*.json"]],
    ["a file twice", ["a.json", "./a.json"]],
    ["a repetition", ["a.json", "--repeat", "1"]],
  ])("is a list for %s", async (_, args) => {
    const { code, report: found } = await report(folderOf({ "a.json": passing("A") }), ...args);
    expect(code).toBe(0);
    expect(found).toMatchObject({
      passed: true,
      summary: { total: 1, passed: 1, failed: 0, errors: 0 },
      scenarios: [{ name: "A" }],
    });
  });

  test("keeps the order of the files, however many run at one time", async () => {
    const slow = { name: "slow", call: { tool: "delay", args: { delayMs: 100 } }, expect: { outcome: "success" } };
    const folder = folderOf({
      "a.json": slow,
      "b.json": passing("B"),
      "c.json": failing("C"),
      "d/e.json": passing("E"),
    });
    const { code, report: found } = await report(folder, ".", "--jobs", "4");
    expect(code).toBe(2);
    expect(found).toMatchObject({
      passed: false,
      summary: { total: 4, passed: 3, failed: 1 },
      scenarios: [{ file: "a.json" }, { file: "b.json" }, { file: "c.json" }, { file: "d/e.json" }],
    });
  });

  test("holds every run of a repeated scenario", async () => {
    const { code, report: found } = await report(folderOf({ "a.json": passing("A") }), "a.json", "--repeat", "3");
    const run = { outcome: "success", passed: true, failures: [] };
    expect(code).toBe(0);
    expect(found).toMatchObject({ repeat: 3, scenarios: [{ name: "A", runs: [run, run, run] }] });
  });

  test("ends at the first failure where it should", async () => {
    const folder = folderOf({ "a.json": passing("A"), "b.json": failing("B"), "c.json": passing("C") });
    const { code, report: found } = await report(folder, ".", "--fail-fast");
    expect(code).toBe(2);
    expect(found).toMatchObject({ summary: { total: 2, notRun: 1 }, scenarios: [{ name: "A" }, { name: "B" }] });
  });

  test("has only scenarios whose name contains the text", async () => {
    const folder = folderOf({
      "a.json": passing("first one"),
      "b.json": failing("Second one"),
      "c.json": passing("the one first"),
    });
    const { code, report: found } = await report(folder, ".", "--grep", "first");
    expect(code).toBe(0);
    expect(found).toMatchObject({ summary: { total: 2 }, scenarios: [{ file: "a.json" }, { file: "c.json" }] });
  });

  test("says the seed, and takes one", async () => {
    const { report: found } = await report(folderOf({ "a.json": passing("A") }), "a.json", "--seed", "42");
    expect(found).toMatchObject({ seed: 42 });
  });
});

describe("where reports go", () => {
  test("into a file, with one line on stderr and an empty stdout", async () => {
    const folder = folderOf({ "a.json": passing("A"), "b.json": failing("B") });
    const { code, stdout, stderr } = await lab(["run", ".", "--report", "junit", "--output", "out.xml"], {
      cwd: folder,
    });
    expect([code, stdout, stderr]).toEqual([
      2,
      "",
      "mcp-failure-lab: 2 scenarios: 1 passed, 1 failed; the report is in out.xml\n",
    ]);
    expect(readFileSync(join(folder, "out.xml"), "utf8")).toContain(
      '<testsuites name="mcp-failure-lab" tests="4" failures="1" errors="0"',
    );
  });

  test("several at once, beside the one on stdout", async () => {
    const folder = folderOf({ "a.json": passing("A") });
    const args = ["run", "a.json", "--report", "junit=a.xml", "--report", "json=a.out", "--report=console=a.txt"];
    const { code, stdout, stderr } = await lab(args, { cwd: folder });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Scenario: A\n/);
    expect(readFileSync(join(folder, "a.txt"), "utf8").replace(/\d+ ms/, "")).toBe(stdout.replace(/\d+ ms/, ""));
    expect(JSON.parse(readFileSync(join(folder, "a.out"), "utf8"))).toMatchObject({ name: "A", passed: true });
    expect(readFileSync(join(folder, "a.xml"), "utf8")).toContain('<testcase name="A" classname="a.json"');
  });

  test("into a recording, which can be read", async () => {
    const folder = folderOf({ "a.json": passing("A"), "b.json": { ...passing("B"), protocolVersion: "2025-11-25" } });
    expect(await lab(["run", ".", "--record", "all.jsonl", "--seed", "7"], { cwd: folder })).toMatchObject({
      code: 0,
      stderr: "",
    });
    const { code, stdout } = await lab(["history", "all.jsonl", "--json"], { cwd: folder });
    expect(code).toBe(0);
    const { header, entries } = JSON.parse(stdout) as {
      header: unknown;
      entries: { method?: string; exchange?: number }[];
    };
    expect(header).toMatchObject({ seed: 7, transport: "in-process", era: "both" });
    // What a caller saw is told beside the frames, and belongs to no exchange.
    const calls = entries.flatMap(({ method, exchange }) =>
      method === "tools/call" && exchange !== undefined ? [exchange] : [],
    );
    expect(new Set(calls).size).toBe(2); // the exchanges of two scenarios keep apart
  });
});

/** The ways to the lab's own server, and what asks for them. */
const OWN = [
  ["in process", []],
  ["http", ["--transport", "http"]],
  ["stdio", ["--transport", "stdio"]],
] as const;

describe("a recording of what the lab's own server did", () => {
  test.each(OWN)("marks what a fault wrote, in the order in which it happened: %s", async (way, words) => {
    const folder = folderOf({
      "a.json": {
        name: "A",
        steps: [
          { call: { tool: "malformed_message", args: { variant: "missing-jsonrpc" } }, expect: { outcome: "error" } },
          { reconnect: true },
          { call: { tool: "duplicate_response" }, expect: { outcome: "success" } },
        ],
      },
    });
    const { code, stdout: told } = await lab(["run", "a.json", "--record", "a.jsonl", ...words], { cwd: folder });
    expect({ code, told }).toMatchObject({ code: 0 });
    const { stdout } = await lab(["history", "a.jsonl", "--json"], { cwd: folder });
    const { entries } = JSON.parse(stdout) as {
      entries: {
        kind: string;
        fault?: string;
        saw?: string;
        atMs: number;
        connection?: number;
        direction?: string;
      }[];
    };
    const seen = entries.flatMap(({ fault, saw, direction }) =>
      saw === undefined ? (fault !== undefined && direction === "to-client" ? [fault] : []) : [`saw ${saw}`],
    );
    expect(seen.filter((each, index) => each !== seen[index - 1])).toEqual([
      "malformed_message",
      "saw error",
      "duplicate_response",
      "saw success",
    ]);
    // Of the server's processes, one for each connection on stdio, what this side has seen is told, and told once.
    const ends = entries.filter(({ kind }) => kind === "process-exit");
    expect(ends).toHaveLength(way === "stdio" ? 2 : 0);
    const times = entries.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(new Set(entries.flatMap(({ connection = [] }) => connection)).size).toBeGreaterThan(1);
    const judged = await lab(["history", "a.jsonl", "--judge", "server"], { cwd: folder });
    expect(judged.stdout).not.toContain("violated ");
  });

  test.each(OWN)("numbers its exchanges as the frames: %s", async (_way, words) => {
    const scenario = (name: string) => ({
      name,
      inject: ["tools/call hang"],
      call: { tool: "witness", args: { marker: name } },
      timeoutMs: 50,
      expect: { outcome: "timeout" },
    });
    const folder = folderOf({ "a.json": scenario("A"), "b.json": scenario("B") });
    expect(await lab(["run", ".", "--record", "all.jsonl", ...words], { cwd: folder })).toMatchObject({ code: 0 });
    const { stdout } = await lab(["history", "all.jsonl", "--json"], { cwd: folder });
    const { entries } = JSON.parse(stdout) as {
      entries: { kind: string; method?: string; exchange?: number; faults?: unknown; arguments?: unknown }[];
    };
    const calls = entries.filter(({ kind, method }) => kind === "bytes" && method === "tools/call");
    expect(calls).toHaveLength(2);
    expect(entries.filter(({ kind }) => kind === "fired" || kind === "effect")).toMatchObject([
      { kind: "fired", exchange: calls[0]?.exchange, faults: ["hang"] },
      { kind: "effect", exchange: calls[0]?.exchange, arguments: { marker: "A" } },
      { kind: "fired", exchange: calls[1]?.exchange, faults: ["hang"] },
      { kind: "effect", exchange: calls[1]?.exchange, arguments: { marker: "B" } },
    ]);
  });
});

describe("the lab's own server over a real transport", () => {
  test.each(["stdio", "http"])("has the tools that it has in this process: %s", async (transport) => {
    const scenario = {
      name: "A side effect",
      call: { tool: "witness", args: { marker: "a" } },
      expect: { outcome: "success", result: { textContains: "executed" } },
    };
    const folder = folderOf({ "a.json": scenario });
    expect(await report(folder, "a.json")).toMatchObject({ code: 0 });
    expect(await report(folder, "a.json", "--transport", transport)).toMatchObject({
      code: 0,
      report: { failures: [] },
    });
  });

  test.each(["stdio", "http"])("%s, in both eras", async (transport) => {
    const folder = folderOf({
      "modern.json": passing("modern"),
      "legacy.json": { ...passing("legacy"), protocolVersion: "2025-11-25" },
    });
    const { code, report: found } = await report(folder, ".", "--transport", transport);
    expect(code).toBe(0);
    expect(found).toMatchObject({
      scenarios: [
        {
          name: "legacy",
          transport,
          external: false,
          protocolVersion: { negotiated: "2025-11-25" },
          lifecycle: { problems: [] },
        },
        {
          name: "modern",
          transport,
          external: false,
          protocolVersion: { negotiated: "2026-07-28" },
          lifecycle: { problems: [] },
        },
      ],
    });
  });
});

describe("in process, after the connection was cut", () => {
  const scenario = (protocolVersion: string) => ({
    name: "cut",
    protocolVersion,
    call: { tool: "disconnect" },
    timeoutMs: 2000,
    expect: { outcome: "error", error: { kind: "transport_loss" } },
    observe: { call: { tool: "ping" }, timeoutMs: 2000, expect: { outcome: "success" } },
  });

  test("the observer succeeds in the modern era: one exchange was cut", async () => {
    const { code, report: found } = await report(folderOf({ "a.json": scenario("2026-07-28") }), "a.json");
    expect([code, found]).toMatchObject([0, { outcome: "error", observer: { outcome: "success", passed: true } }]);
  });

  test("the observer fails in the legacy era: the connection is gone", async () => {
    const { code, report: found } = await report(folderOf({ "a.json": scenario("2025-11-25") }), "a.json");
    expect([code, found]).toMatchObject([
      2,
      { outcome: "error", failure: { kind: "transport_loss" }, observer: { outcome: "error", passed: false } },
    ]);
  });
});
