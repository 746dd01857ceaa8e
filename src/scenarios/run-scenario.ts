import { controlReport } from "./control.ts";
import { withReasons } from "./inconclusive.ts";
import type { ScenarioReport } from "./report.ts";
import type { LoadedScenario, ScenarioContext } from "./scenario-context.ts";
import { runOnce } from "./scenario-run.ts";

export type { LoadedScenario, ScenarioContext, ScenarioTarget } from "./scenario-context.ts";

/**
 * Runs one scenario, and before it, where it asks for a control, the same with nothing injected: a control that fails says that the
 * faults are not what the scenario sees. What the target does wrong is in the report; this never rejects.
 */
export async function runScenario(loaded: LoadedScenario, context: ScenarioContext): Promise<ScenarioReport> {
  if (loaded.scenario.control !== true) return runOnce(loaded, context);
  const healthy = await runOnce(
    { ...loaded, rules: { toClient: [], toServer: [] } },
    { ...context, judging: undefined },
  );
  const injected = await runOnce(loaded, context);
  const control = controlReport(healthy, injected);
  const reasons = control.failures.map((line) => `the control with nothing injected failed: ${line}`);
  return withReasons({ ...injected, control }, [...reasons], loaded.file);
}
