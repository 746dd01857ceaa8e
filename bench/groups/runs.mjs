// What `demo` and `run` take beyond what their scenario waits for.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rotate } from "../bench.mjs";
import { runToExit, withBare } from "./starts.mjs";

const DEMO_MS = 500;
const SCENARIO_MS = 100;
const scenario = join(dirname(fileURLToPath(import.meta.url)), "../scenarios/delay.json");

/** @type {import("../bench.mjs").Group} */
export const runs = {
  name: "runs",
  async measure(bench) {
    const { command, effort, recorder } = bench;
    const each = [
      async () => {
        const { bare, other } = await withBare(bench, () => runToExit([command, "demo"]));
        recorder.ratio("demo", (other - DEMO_MS - bare) / bare);
      },
      async () => {
        const { bare, other } = await withBare(bench, () => runToExit([command, "run", scenario]));
        recorder.ratio("run", (other - SCENARIO_MS - bare) / bare);
      },
      async () => {
        const args = [command, "run", scenario, "--transport", "stdio"];
        const { bare, other } = await withBare(bench, () => runToExit(args));
        recorder.ratio("run-stdio", (other - SCENARIO_MS) / bare);
      },
    ];
    for (let round = 0; round < effort.startRounds; round++) {
      bench.say(`runs ${round + 1}/${effort.startRounds}`);
      for (const measure of rotate(each, round)) await measure();
    }
  },
};
