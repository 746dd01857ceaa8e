// What rules cost the calls that they do not speak of: the same server with a plan of 1,000 of them and with none.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { canPlan } from "../can-plan.mjs";
import { rotate } from "../bench.mjs";
import { lineBlock } from "../line-load.mjs";
import { meanCost } from "../mean-cost.mjs";
import { callTexts } from "../messages.mjs";
import { closeLines, openLines, subjectsOf } from "../subjects.mjs";
import { ACTING_RULE, NO_PLANS } from "./faults.mjs";

const COUNT = 1_000;
const inject = ACTING_RULE.inject;
const many = (/** @type {(index: number) => object} */ when) =>
  Array.from({ length: COUNT }, (_, index) => ({ when: when(index), inject, times: "always" }));

/** Rules that say something else than the call does: by method and name, which a plan can sort by, or by another condition. */
const otherNames = many((index) =>
  index % 2 === 0
    ? { method: "tools/call", name: `tool-${index}` }
    : { method: "resources/read", name: `file:///${index}` },
);
const otherConditions = many((index) =>
  index % 2 === 0 ? { method: "tools/call", client: `client-${index}` } : { connection: index + 2 },
);

/** @type {Readonly<Record<string, readonly object[]>>} */
const PLANS = {
  "rules-names": otherNames,
  "rules-conditions": otherConditions,
  "rules-one-acts": [...otherNames, ACTING_RULE],
};

/** @type {import("../bench.mjs").Group} */
export const rules = {
  name: "rules",
  async measure({ command, effort, recorder, folder, say }) {
    if (!(await canPlan(command))) {
      for (const id of Object.keys(PLANS)) recorder.missing(id, NO_PLANS);
      return;
    }
    const { lab } = subjectsOf(command);
    for (let series = 0; series < effort.series; series++) {
      say(`rules ${series + 1}/${effort.series}`);
      const servers = [{ id: "none", child: await openLines(lab) }];
      for (const [id, plan] of Object.entries(PLANS)) {
        const file = join(folder, `${id}.json`);
        await writeFile(file, JSON.stringify({ rules: plan }));
        servers.push({ id, child: await openLines(lab, ["--plan", file]) });
      }
      for (const era of /** @type {const} */ (["legacy", "modern"])) {
        const load = { calls: effort.lineCalls, text: callTexts(lab.call, era) };
        for (let round = 0; round <= effort.lineRounds; round++) {
          /** @type {Map<string, number>} */
          const costs = new Map();
          for (const { id, child } of rotate(servers, round))
            costs.set(id, await meanCost((inFlight) => lineBlock(child, { ...load, inFlight })));
          if (round === 0) continue; // the code is not compiled yet
          const none = costs.get("none") ?? NaN;
          for (const [id, cost] of costs) if (id !== "none") recorder.ratio(id, cost / none);
        }
      }
      for (const { child } of servers) await closeLines(child, lab);
    }
  },
};
