import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createFaultServer, LabError, runScenario } from "../../src/index.ts";

const PING = { name: "a", call: { tool: "ping" }, expect: { outcome: "success" } };

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "run-scenario-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describe("runScenario", () => {
  test("runs an object in this process, and its report is plain data", async () => {
    const report = await runScenario(PING);
    expect(report).toMatchObject({ name: "a", file: "scenario", passed: true, transport: "in-process" });
    expect(JSON.parse(JSON.stringify(report))).toEqual(JSON.parse(JSON.stringify({ ...report })));
  });

  test("runs a file, named as it lies below the working directory", async () => {
    const file = "examples/scenarios/duplicate-response.json";
    const report = await runScenario(file, { transport: "http" });
    expect(report).toMatchObject({ file, passed: true, transport: "http", observer: { passed: true } });
  });

  test("adds rules to those of the scenario", async () => {
    const scenario = { ...PING, inject: ["tools/call:ping delay delayMs=1"], expect: { outcome: "timeout" } };
    const report = await runScenario({ ...scenario, timeoutMs: 50 }, { rules: ["tools/call:ping hang"] });
    expect(report).toMatchObject({ passed: true, rules: [{ fired: 1 }, { fired: 1 }] });
  });

  test("what failed is data", async () => {
    const report = await runScenario(PING, { rules: ["tools/call:ping error_response"] });
    expect(report).toMatchObject({ passed: false, outcome: "error", failure: { kind: "protocol_error" } });
    expect(report.failures).toEqual([expect.stringContaining("expected success, actual error")]);
  });

  test("asks somebody else's server, as an object or a file says", async () => {
    const server = await createFaultServer();
    onTestFinished(() => server.close());
    const { url } = await server.listen();
    const target = { adapter: "mcp", config: { transport: "http", url } };
    expect(await runScenario(PING, { target })).toMatchObject({ passed: true, external: true });
    const file = join(folder(), "target.json");
    writeFileSync(file, JSON.stringify(target));
    expect(await runScenario(PING, { target: file })).toMatchObject({ passed: true, external: true });
  });

  test("a signal gives the scenario up", async () => {
    const hang = { ...PING, call: { tool: "hang" } };
    const controller = new AbortController();
    const running = runScenario(hang, { signal: controller.signal });
    controller.abort();
    expect(await running).toMatchObject({ passed: false });
  });

  test.each([
    ["an object", {}, {}, "scenario_load_failed", "scenario: $.name"],
    ["a file that is not there", "no.json", {}, "scenario_load_failed", "no.json: no such file"],
    ["a rule", PING, { rules: ["tools/call hnag"] }, "scenario_load_failed", 'did you mean "hang"'],
    ["a target", PING, { target: { adapter: "no" } }, "target_load_failed", "target:"],
    ["a target file", PING, { target: "no.json" }, "target_load_failed", "no.json: no such file"],
    ["a seed", PING, { seed: -1 }, "invalid_arguments", "seed: found -1"],
    ["two places", PING, { target: "t.json", transport: "http" }, "invalid_arguments", "do not go together"],
  ] as const)("%s that cannot be used is refused", async (_, scenario, options, code, says) => {
    const error: unknown = await runScenario(scenario, options).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LabError);
    expect(error).toMatchObject({ code, message: expect.stringContaining(says) as string });
  });

  test("a variable that a target needs and that is missing is named, before anything is asked", async () => {
    const config = {
      transport: "http",
      url: "http://127.0.0.1:9/mcp",
      headerEnv: { authorization: "NO_SUCH_VARIABLE" },
    };
    await expect(runScenario(PING, { target: { adapter: "mcp", config } })).rejects.toThrow("NO_SUCH_VARIABLE");
  });
});
