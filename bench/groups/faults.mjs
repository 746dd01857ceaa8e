// What a fault costs the exchange that it acts on, over the direct way: as CPU of the server for each call.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { canPlan } from "../can-plan.mjs";
import { httpBlock } from "../http-load.mjs";
import { lineBlock } from "../line-load.mjs";
import { meanCost } from "../mean-cost.mjs";
import { callTexts } from "../messages.mjs";
import { callRequests, closeLines, openHttp, openLines, subjectsOf } from "../subjects.mjs";

/** @typedef {import("../bench.mjs").Bench} Bench */
/** @typedef {import("../subjects.mjs").ToolCall} ToolCall */
/** @typedef {import("../messages.mjs").Era} Era */
/** @typedef {(call: ToolCall, era: Era) => (width: number) => Promise<import("../line-load.mjs").Block>} Load */

const ERAS = /** @type {const} */ (["legacy", "modern"]);
/** A fault that changes the answer and adds nothing to what travels: the difference is what its way costs. */
export const FAULT = { name: "malformed_message", arguments: { variant: "missing-jsonrpc" } };
export const ACTING_RULE = {
  when: { method: "tools/call", name: "ping" },
  inject: [{ fault: FAULT.name, with: FAULT.arguments }],
  times: "always",
};

/** @type {import("../bench.mjs").Group} */
export const faults = {
  name: "faults",
  async measure(bench) {
    const { lab } = subjectsOf(bench.command);
    const rulesWork = await canPlan(bench.command);
    if (!rulesWork) for (const id of ["fault-rule-stdio", "fault-rule-http"]) bench.recorder.missing(id, NO_PLANS);
    const plan = join(bench.folder, "one-rule.json");
    await writeFile(plan, JSON.stringify({ rules: [ACTING_RULE] }));

    for (let series = 0; series < bench.effort.series; series++) {
      bench.say(`faults ${series + 1}/${bench.effort.series}`);
      const direct = await openLines(lab);
      const ruled = rulesWork ? await openLines(lab, ["--plan", plan]) : undefined;
      const { lineCalls: calls, lineRounds } = bench.effort;
      /** @type {(child: import("../child.mjs").Child) => Load} */
      const overLines = (child) => (call, era) => (width) =>
        lineBlock(child, { calls, inFlight: width, text: callTexts(call, era) });
      await compare(bench, "stdio", lineRounds, lab.call, overLines(direct), ruled && overLines(ruled));
      for (const child of [direct, ruled]) if (child !== undefined) await closeLines(child, lab);

      const directHttp = await openHttp(lab);
      const ruledHttp = rulesWork ? await openHttp(lab, ["--plan", plan]) : undefined;
      /** @type {(server: import("../subjects.mjs").HttpSubject) => Load} */
      const overHttp =
        ({ child, place }) =>
        (call, era) =>
        (width) => {
          const request = callRequests(call, era, place);
          const { httpCalls } = bench.effort;
          return httpBlock({ port: place.port, pid: child.pid, calls: httpCalls, connections: width, request });
        };
      const { httpRounds } = bench.effort;
      await compare(bench, "http", httpRounds, lab.call, overHttp(directHttp), ruledHttp && overHttp(ruledHttp));
      for (const server of [directHttp, ruledHttp]) await server?.child.end("SIGTERM");
    }
  },
};

export const NO_PLANS = "`serve` does not take --plan yet";

/**
 * @param {Bench} bench
 * @param {"stdio" | "http"} transport
 * @param {number} rounds
 * @param {ToolCall} ping
 * @param {Load} direct
 * @param {Load | undefined} ruled
 */
async function compare({ recorder }, transport, rounds, ping, direct, ruled) {
  for (let round = 0; round <= rounds; round++) {
    for (const era of ERAS) {
      const plain = await meanCost(direct(ping, era));
      const byTool = await meanCost(direct(FAULT, era));
      const byRule = ruled === undefined ? undefined : await meanCost(ruled(ping, era));
      if (round === 0) continue; // the code is not compiled yet
      recorder.ratio(`fault-tool-${transport}`, byTool / plain);
      if (byRule !== undefined) recorder.ratio(`fault-rule-${transport}`, byRule / plain);
    }
  }
}
