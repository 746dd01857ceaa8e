import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { systemClock, type Clock } from "../../../src/base/clock.ts";
import { createSequentialIds } from "../../../src/base/ids.ts";
import { chooseTarget } from "../../../src/cli/choose-target.ts";
import { loadScenarios } from "../../../src/scenarios/load.ts";
import { runScenarios } from "../../../src/scenarios/orchestrate.ts";
import type { RunReport, ScenarioReport } from "../../../src/scenarios/report.ts";

export interface RunOwn {
  readonly transport?: "http" | undefined;
  readonly seed?: number;
  readonly clock?: Clock;
}

/** Loads a scenario from a file, as `run` does, and runs it against the lab's own server. */
export async function runOwn(
  scenario: object,
  { transport, seed = 7, clock = systemClock }: RunOwn = {},
): Promise<RunReport> {
  const cwd = mkdtempSync(join(tmpdir(), "run-own-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, "a.json"), JSON.stringify({ name: "a", ...scenario }));
  const { target } = await chooseTarget({ transport, seed }, { env: {}, cwd, clock });
  const { scenarios } = await loadScenarios(["a.json"], cwd, target);
  return runScenarios(scenarios, {
    target,
    clock,
    ids: createSequentialIds("id"),
    correlationIds: createSequentialIds("op"),
    env: {},
    cwd,
    signal: new AbortController().signal,
    seed,
    repeat: undefined,
    failFast: false,
    jobs: 1,
  });
}

/** The same, and the report of the one scenario. */
export async function reportOf(scenario: object, options?: RunOwn): Promise<ScenarioReport> {
  const [report] = (await runOwn(scenario, options)).scenarios;
  if (report === undefined) throw new Error("nothing was run");
  return report;
}

/** The ways to the lab's own server that need no process, in both eras. */
export const WAYS = [
  { transport: undefined, protocolVersion: "2026-07-28" },
  { transport: undefined, protocolVersion: "2025-11-25" },
  { transport: "http", protocolVersion: "2026-07-28" },
  { transport: "http", protocolVersion: "2025-11-25" },
] as const;

export const PING = { call: { tool: "ping" }, expect: { outcome: "success" } };
