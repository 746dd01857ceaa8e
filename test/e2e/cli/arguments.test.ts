import { createServer, type AddressInfo } from "node:net";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { lab, temporaryFolder } from "./lab.ts";

const words = (line: string) => line.split(" ").filter((word) => word !== "");

describe("tells about itself", () => {
  test.each(["--version", "-v", "run --version"])("the bare version: %s", async (line) => {
    expect(await lab(words(line))).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
  });

  test.each(["", "help", "--help", "-h"])("the top page: %j", async (line) => {
    const { code, stdout, stderr } = await lab(words(line));
    expect([code, stderr]).toEqual([0, ""]);
    for (const word of ["serve", "run", "demo", "faults", "history", "help", "--transport", "--report"])
      expect(stdout).toContain(word);
  });

  test.each(["help run", "run --help"])("the page of a command: %s", async (line) => {
    const { code, stdout, stderr } = await lab(words(line));
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^mcp-failure-lab run: /);
    expect(stdout).toContain("--fail-fast");
  });
});

/** What is refused, and a part of the explanation. */
const REFUSED: readonly [line: string, says: string][] = [
  ["unknown", 'unknown command "unknown"'],
  ["--unknown", "unknown option --unknown"],
  ["serve --unknown", "unknown option --unknown"],
  ["serve stray", 'serve does not take "stray"'],
  ["serve --transport pipe", '--transport: found "pipe", allowed is stdio or http'],
  ["serve --port 3000", "--port means nothing on stdio"],
  ["serve --transport stdio --answers json", "--answers means nothing on stdio"],
  ["serve --transport http --port 65536", '--port: found "65536"'],
  ["serve --transport http --port 1 --port 2", "--port is given twice"],
  ["serve --transport http --path mcp", '--path: found "mcp"'],
  ["serve --transport http --host 0.0.0.0", "stands for every address"],
  ["serve --transport http --host 0 --allow-remote", "stands for every address"],
  ["serve --transport http --host 192.0.2.1", "is not a loopback address"],
  ["run", "run needs SCENARIO..."],
  ["run missing.json", "missing.json: no such file or folder"],
  ["run missing.json nothing/*.json", "nothing/*.json: no scenario matches this pattern"],
  [
    "run examples/scenarios/delay-success.json --report xml",
    '--report: found "xml", allowed is console, json, junit or github',
  ],
  [
    "run examples/scenarios/delay-success.json --report console --report junit=",
    '--report junit=: a file is missing after "="',
  ],
  ["run examples/scenarios/delay-success.json --repeat 0", '--repeat: found "0"'],
  ["run examples/scenarios/delay-success.json --grep nowhere", '--grep: no scenario\'s name contains "nowhere"'],
  ["run examples/scenarios/delay-success.json --output no/such/folder/x", "no/such/folder/x cannot be written"],
  ["run examples/scenarios/delay-success.json --output examples", "examples cannot be written: it is a folder"],
  [
    "run examples/scenarios/delay-success.json --output examples/scenarios/delay-success.json",
    "is read, and would be overwritten",
  ],
  [
    "run examples/scenarios/delay-success.json --report json=./x --report junit=x",
    "two things cannot be written to one file",
  ],
  [
    "run examples/scenarios/delay-success.json --target x.json --transport http",
    "--transport and --target do not go together",
  ],
  ["demo stray", 'demo does not take "stray"'],
  ["history", "history needs FILE"],
];

describe("refuses, with one explanation on stderr alone", () => {
  test.each(REFUSED)("%s", async (line, says) => {
    const { code, stdout, stderr } = await lab(words(line));
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^mcp-failure-lab: /);
    expect(stderr).toContain(says);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  test("every problem of its plans and rules, each with where it stands", async () => {
    const cwd = temporaryFolder();
    const rules = [{ inject: [{ fault: "hnag" }] }, { when: { session: 1 }, inject: [{ fault: "hang" }] }];
    writeFileSync(join(cwd, "plan.json"), JSON.stringify({ rules }));
    const args = ["serve", "--plan", "plan.json", "--rule", "tools/cal hang"];
    const { code, stdout, stderr } = await lab(args, { cwd });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.split("\n").map((line) => line.slice(0, 56))).toEqual(
      [
        "mcp-failure-lab: 3 problems in the rules:",
        '  plan.json: $.rules[0]: $.inject[0].fault: unknown fault "hnag"',
        "  plan.json: $.rules[1]: $.when.session: stdio has no sessions",
        '  --rule "tools/cal hang": $.when.method: "tools/cal" matches',
        "",
      ].map((line) => line.slice(0, 56)),
    );
  });

  test("a port that is taken", async () => {
    const server = createServer();
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo; // it listens on TCP
    const { code, stdout, stderr } = await lab(["serve", "--transport", "http", "--port", String(port)]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`Port ${port} on 127.0.0.1 is taken`);
  });

  test("with the stack trace only where it is asked for", async () => {
    expect((await lab(["run", "missing.json", "--debug"])).stderr).toMatch(/^ +at /m);
  });
});

describe("refuses with a document where a report for programs is wanted", () => {
  const CASES: readonly [line: string, code: string, says: string][] = [
    ["run missing.json --report json", "scenario_load_failed", "missing.json: no such file or folder"],
    ["--report json run missing.json", "scenario_load_failed", "missing.json: no such file or folder"],
    ["run --report=json missing.json", "scenario_load_failed", "missing.json: no such file or folder"],
    ["run missing.json --report json --unknown", "invalid_arguments", "unknown option --unknown"],
    ["run missing.json --unknown --report json", "invalid_arguments", "unknown option --unknown"],
    ["serve --port 1 --report json", "invalid_arguments", "unknown option --report"],
    ["run --report json", "invalid_arguments", "run needs SCENARIO..."],
    ["run a.json --report json --report json", "invalid_arguments", "--report is given twice"],
    ["run examples/scenarios/delay-success.json --report json --grep nowhere", "invalid_arguments", "--grep"],
  ];

  test.each(CASES)("json: %s", async (line, error, says) => {
    const { code, stdout, stderr } = await lab(words(line));
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      passed: false,
      error: { code: error, message: expect.stringContaining(says) as unknown },
    });
    expect(stderr).toContain(says);
  });

  test.each(CASES)("junit instead of %s", async (line, error, says) => {
    const { code, stdout } = await lab(
      words(line.replaceAll("json --unknown", "junit --unknown").replaceAll(/(report[ =])json/g, "$1junit")),
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites /);
    expect(stdout.match(/<error /g)).toHaveLength(1);
    expect(stdout).toContain(`type="${error}"`);
    expect(stdout.replaceAll("&apos;", "'").replaceAll("&quot;", '"')).toContain(says);
  });

  test("every file with everything that is wrong in it", async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, "a.json"),
      '{"name": "a", "call": {"tool": "ping"}, "expect": {"outcom": "success"}, "timeoutMs": 0}',
    );
    writeFileSync(join(folder, "b.yaml"), "name: b\nname: b\n");
    const { code, stdout } = await lab(["run", ".", "c.json", "--report", "json"], { cwd: folder });
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      {
        passed: false,
        error: {
          code: "scenario_load_failed",
          message: [
            "5 problems in what should be run:",
            "c.json: no such file or folder",
            "a.json: $.timeoutMs: found 0, allowed is a whole number from 1 to 3600000",
            'a.json: $.expect.outcom: unknown key "outcom"; did you mean "outcome"?; allowed are "outcome", "minDurationMs", "maxDurationMs", "progressValues", "result", "error"',
            'a.json: $.expect.outcome: missing; required is one of "success", "error", "timeout"',
            "b.yaml: line 2, column 1: Map keys must be unique",
          ].join("\n  "),
        },
      },
    ]);
  });

  test("in the file where the report should have been", async () => {
    const folder = temporaryFolder();
    const { code, stdout, stderr } = await lab(["run", "missing.json", "--report", "json", "--output", "report.json"], {
      cwd: folder,
    });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("missing.json: no such file or folder");
    expect(JSON.parse(readFileSync(join(folder, "report.json"), "utf8"))).toMatchObject({
      error: { code: "scenario_load_failed" },
    });
  });
});
