import { systemClock } from "../../base/clock.ts";
import { createSequentialIds, randomIds } from "../../base/ids.ts";
import { DEFAULT_CALL_TIMEOUT_MS } from "../../base/limits.ts";
import { drawSeed } from "../../base/seed.ts";
import { renderConsole } from "../../reports/console.ts";
import { runScenarios } from "../../scenarios/orchestrate.ts";
import type { LoadedScenario } from "../../scenarios/run-scenario.ts";
import { chooseTarget } from "../choose-target.ts";
import { exitCodeOf } from "../exit-code.ts";
import { isLively, type CliEnd, type CliIo } from "../io.ts";
import { catchStopSignals } from "../stop-signals.ts";

const DEMO: LoadedScenario = {
  file: "demo",
  scenario: {
    name: "Deterministic delay demo",
    call: { tool: "delay", args: { delayMs: 500 } },
    timeoutMs: DEFAULT_CALL_TIMEOUT_MS,
    expect: { outcome: "success", minDurationMs: 500, result: { isError: false, textContains: "delayed" } },
  },
};

/** Really runs one scenario through the path of every other, with no set-up, and prints its report. */
export async function demoCommand(io: CliIo): Promise<CliEnd> {
  const { env, cwd } = io;
  await io.send("stdout", "MCP Failure Lab — Demo\nRunning a real 500ms delay scenario...\n\n");
  const seed = drawSeed();
  const { target } = await chooseTarget({ seed }, { env, cwd, clock: systemClock });
  const report = await runScenarios([DEMO], {
    target,
    clock: systemClock,
    ids: randomIds,
    correlationIds: createSequentialIds(drawSeed().toString(36)),
    env,
    cwd,
    signal: catchStopSignals(),
    seed,
    repeat: undefined,
    failFast: false,
    jobs: 1,
  });
  await io.send("stdout", renderConsole(report, { colour: isLively(io.isTerminal("stdout"), env) }));
  return { code: exitCodeOf(report) };
}
