import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { createSequentialIds } from "../../../src/base/ids.ts";
import { loadScenarios } from "../../../src/scenarios/load.ts";
import { runScenarios } from "../../../src/scenarios/orchestrate.ts";
import type { RunReport } from "../../../src/scenarios/report.ts";
import { targetOf } from "../../../src/scenarios/scenario-target.ts";
import { loadSdk } from "../../../src/targets/sdk-load.ts";
import { createSdkTarget } from "../../../src/targets/sdk-target.ts";
import { COMMAND } from "../../e2e/cli/lab.ts";
import { root } from "../../gates/source-files.ts";

const SERVE = [process.execPath, COMMAND, "serve", "--tools", "all"] as const;

async function run(transport: "in-process" | "http" | "stdio", given: string, cwd = root): Promise<RunReport> {
  const sdk = loadSdk(root, COMMAND);
  const seed = 7;
  const target = {
    ...targetOf(transport, (lab) => createSdkTarget(transport, { lab, sdk, seed, serve: SERVE })),
    client: sdk.name,
  };
  const { scenarios } = await loadScenarios([given], cwd, target);
  return runScenarios(scenarios, {
    target,
    clock: systemClock,
    ids: createSequentialIds("id"),
    correlationIds: createSequentialIds("op"),
    env: process.env,
    cwd,
    signal: new AbortController().signal,
    seed,
    repeat: undefined,
    failFast: false,
    jobs: 1,
  });
}

async function runOne(scenario: object, transport: "in-process" | "http" | "stdio" = "in-process") {
  const cwd = folder();
  writeFileSync(join(cwd, "a.json"), JSON.stringify({ name: "a", ...scenario }));
  const [report] = (await run(transport, "a.json", cwd)).scenarios;
  if (report === undefined) throw new Error("nothing was run");
  return report;
}

function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "sdk-client-")));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Where the SDK's client does otherwise than each example says of a robust one, and what it does. Everything else passes. */
const DIFFERENCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "in-process": {},
  http: {},
  // What the client cannot read over stdio it tells its error callback, and goes on waiting.
  stdio: { "malformed-message.json": "timeout", "control.json": "timeout" },
};

describe.each(["in-process", "http", "stdio"] as const)("the SDK's client, %s", (transport) => {
  test("runs every example; where it does otherwise is written down", async () => {
    const report = await run(transport, "examples/scenarios");
    const failed = report.scenarios.filter(({ passed }) => !passed);
    expect(report.summary).toMatchObject({ errors: 0, notRun: 0 });
    expect(report.scenarios.length).toBeGreaterThanOrEqual(11);
    const found = failed.map(({ file, outcome }) => [file.replace("examples/scenarios/", ""), outcome]);
    expect(Object.fromEntries(found)).toEqual(DIFFERENCES[transport]);
    expect(new Set(report.scenarios.map(({ client }) => client))).toEqual(
      new Set(["@modelcontextprotocol/client 2.4.0"]),
    );
    expect(report.scenarios.flatMap(({ lifecycle }) => lifecycle.problems)).toEqual([]);
  });

  test.each(["2025-11-25", "2025-03-26", "2026-07-28", "auto"])("speaks %s", async (protocolVersion) => {
    const report = await runOne({ protocolVersion, call: { tool: "ping" }, expect: { outcome: "success" } }, transport);
    const negotiated = protocolVersion === "auto" ? "2026-07-28" : protocolVersion;
    expect(report).toMatchObject({ passed: true, transport, protocolVersion: { negotiated } });
  });
});

describe("what the SDK's client throws, in the report's words", () => {
  const call = { tool: "ping" };
  const observe = { call, expect: { outcome: "success" } };
  test.each([
    ["disconnect", "2026-07-28", "transport_loss", "TypeError: fetch failed"],
    ["disconnect", "2025-11-25", "transport_loss", "SdkError CONNECTION_CLOSED: Connection closed"],
    ["hang", "2026-07-28", "timeout", "no answer within 200 ms"],
    ["broken_json form=truncated", "2026-07-28", "invalid_message", "SyntaxError: "],
    ["wrong_id as=unknown", "2026-07-28", "timeout", "no answer within 200 ms"],
    [
      "wrong_content_type type=text/plain",
      "2026-07-28",
      "invalid_message",
      "SdkError CLIENT_HTTP_UNEXPECTED_CONTENT: ",
    ],
    ["http_status status=503", "2026-07-28", "invalid_message", "SdkHttpError CLIENT_HTTP_NOT_IMPLEMENTED: "],
    ["error_response", "2026-07-28", "protocol_error", "-32603"],
  ])("%s at %s: %s", async (fault, protocolVersion, kind, says) => {
    const report = await runOne({
      protocolVersion,
      inject: [`tools/call:ping#1 ${fault}`],
      call,
      timeoutMs: 200,
      expect: { outcome: kind === "timeout" ? "timeout" : "error", error: { kind } },
    });
    expect(report).toMatchObject({ failures: [], failure: { kind } });
    expect(`${report.failure?.code ?? ""} ${report.failure?.message}`).toContain(says);
  });

  test("the same client asks on after the failure, and what it noticed is told", async () => {
    const duplicate = { tool: "duplicate_response" };
    const report = await runOne({ call: duplicate, expect: { outcome: "success" }, observe });
    expect(report).toMatchObject({ passed: true, observer: { passed: true } });
    expect(report.observations).toEqual([
      { kind: "client_error", text: expect.stringContaining("unknown message ID") as string },
    ]);
  });

  test("steps list, read, wait for what is told and connect again", async () => {
    const report = await runOne({
      steps: [
        { list: "tools", expect: { outcome: "success" } },
        { reconnect: true, expect: { outcome: "success" } },
        { call, expect: { outcome: "success" } },
      ],
    });
    expect(report.failures).toEqual([]);
  });
});

test("a rule on what the client sends is refused: the client is not the lab's", async () => {
  const inject = [
    { when: { direction: "to-server", method: "tools/call" }, inject: [{ fault: "request_id", with: { as: "null" } }] },
  ];
  await expect(runOne({ inject, call: { tool: "ping" }, expect: { outcome: "success" } })).rejects.toThrow(
    "$.inject[0].when.direction",
  );
});

describe("which package is taken", () => {
  /** A package of this name as it stands in `node_modules`. */
  function install(version: string, main = "module.exports = { Client: class {}, marker: 1 };"): string {
    const cwd = folder();
    const at = join(cwd, "node_modules/@modelcontextprotocol/client");
    mkdirSync(at, { recursive: true });
    writeFileSync(
      join(at, "package.json"),
      JSON.stringify({ name: "@modelcontextprotocol/client", version, main: "a.js" }),
    );
    writeFileSync(join(at, "a.js"), main);
    return cwd;
  }

  test("the one of the working directory first", () => {
    expect(loadSdk(install("2.9.9"), COMMAND)).toMatchObject({
      name: "@modelcontextprotocol/client 2.9.9",
      client: { marker: 1 },
    });
  });

  test("else the one beside the command", () => {
    expect(loadSdk(folder(), COMMAND).name).toBe("@modelcontextprotocol/client 2.4.0");
  });

  test("none: how to get it", () => {
    const cwd = folder();
    expect(() => loadSdk(cwd, join(cwd, "bin.cjs"))).toThrow(
      expect.objectContaining({ code: "invalid_arguments", hint: "npm install @modelcontextprotocol/client" }),
    );
  });

  test("another major version, and one that is broken", () => {
    expect(() => loadSdk(install("3.0.0"), COMMAND)).toThrow("needs version 2");
    expect(() => loadSdk(install("2.0.0", "throw new Error('broken')"), COMMAND)).toThrow("cannot be loaded: broken");
  });
});
