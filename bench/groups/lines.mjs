// Calls over stdio: rate over the raw pipe, CPU over the everything-server. All servers run at once and take turns.
import { cpuOf, rateOf, rotate } from "../bench.mjs";
import { lineBlock } from "../line-load.mjs";
import { callTexts } from "../messages.mjs";
import { closeLines, openLines, subjectsOf } from "../subjects.mjs";

/** @typedef {import("../bench.mjs").Bench} Bench */
/** @typedef {import("../line-load.mjs").Block} Block */
/** @typedef {import("../subjects.mjs").Subject} Subject */
/** @typedef {{ subject: Subject, child: import("../child.mjs").Child }} Open */
/** @typedef {{ era: import("../messages.mjs").Era, inFlight: number }} Load */

/** @type {readonly Load[]} */
const LOADS = [
  { era: "legacy", inFlight: 1 },
  { era: "modern", inFlight: 1 },
  { era: "legacy", inFlight: 16 },
  { era: "modern", inFlight: 16 },
];

/** The everything-server takes long for as many. */
const SLOW_SHARE = 0.25;

/** @type {import("../bench.mjs").Group} */
export const lines = {
  name: "stdio",
  async measure(bench) {
    const { effort } = bench;
    for (let series = 0; series < effort.series; series++) {
      /** @type {Open[]} */
      const servers = [];
      for (const subject of Object.values(subjectsOf(bench.command)))
        servers.push({ subject, child: await openLines(subject) });
      for (const load of LOADS) {
        bench.say(`stdio ${series + 1}/${effort.series}: ${load.era}, ${load.inFlight} in flight`);
        await measureRound(bench, servers, load, 0); // what it says is thrown away: the code is not compiled yet
        for (let round = 1; round <= effort.lineRounds; round++)
          record(bench, load, await measureRound(bench, servers, load, round));
      }
      for (const { subject, child } of servers) await closeLines(child, subject);
    }
  },
};

/**
 * @param {Bench} bench
 * @param {readonly Open[]} servers
 * @param {Load} load
 * @param {number} round
 */
async function measureRound({ effort }, servers, { era, inFlight }, round) {
  /** @type {Map<Subject["id"], Block>} */
  const blocks = new Map();
  for (const { subject, child } of rotate(servers, round)) {
    if (!subject.eras.includes(era)) continue;
    const share = subject.id === "everything" ? SLOW_SHARE : 1;
    const text = callTexts(subject.call, era);
    blocks.set(subject.id, await lineBlock(child, { calls: effort.lineCalls * share, inFlight, text }));
  }
  return blocks;
}

/**
 * @param {Bench} bench
 * @param {Load} load
 * @param {ReadonlyMap<Subject["id"], Block>} blocks
 */
function record({ recorder }, { era, inFlight }, blocks) {
  const reference = blocks.get("reference");
  const everything = blocks.get("everything");
  for (const [id, block] of blocks) {
    recorder.figure(`stdio-rate-${era}-${inFlight}-${id}`, rateOf(block));
    recorder.figure(`stdio-cpu-${era}-${inFlight}-${id}`, cpuOf(block));
    if (id === "reference") continue;
    if (reference !== undefined) recorder.ratio(`stdio-rate-${era}-${inFlight}`, rateOf(block) / rateOf(reference), id);
    if (everything !== undefined && id !== "everything")
      recorder.ratio(`stdio-cpu-${inFlight}`, cpuOf(block) / cpuOf(everything), id);
  }
}
