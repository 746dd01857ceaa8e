// Exchanges over HTTP: rate and CPU over raw node:http. All servers run at once and take turns.
import { cpuOf, rateOf, rotate } from "../bench.mjs";
import { httpBlock } from "../http-load.mjs";
import { callRequests, openHttp, subjectsOf } from "../subjects.mjs";

/** @typedef {import("../bench.mjs").Bench} Bench */
/** @typedef {import("../line-load.mjs").Block} Block */
/** @typedef {import("../subjects.mjs").Subject} Subject */
/** @typedef {import("../messages.mjs").Era} Era */
/** @typedef {import("../subjects.mjs").HttpSubject & { subject: Subject }} Open */
/** @typedef {ReadonlyMap<Subject["id"], Block>} Blocks */

const CONNECTIONS = [1, 16, 64];
const ERAS = /** @type {const} */ (["legacy", "modern"]);

/** The everything-server takes ten to twenty times as long. */
const SLOW_CALLS = 128;

/** @type {import("../bench.mjs").Group} */
export const http = {
  name: "http",
  async measure(bench) {
    const { effort } = bench;
    for (let series = 0; series < effort.series; series++) {
      /** @type {Open[]} */
      const servers = [];
      for (const subject of Object.values(subjectsOf(bench.command)))
        servers.push({ subject, ...(await openHttp(subject)) });
      for (const era of ERAS) {
        bench.say(`HTTP ${series + 1}/${effort.series}: ${era}`);
        await measureRound(bench, servers, era, 0, 16); // what it says is thrown away: the code is not compiled yet
        for (let round = 1; round <= effort.httpRounds; round++) {
          /** @type {Blocks[]} */
          const loads = [];
          for (const connections of CONNECTIONS) {
            const blocks = await measureRound(bench, servers, era, round, connections);
            recordRates(bench, era, connections, blocks);
            loads.push(blocks);
          }
          recordCpu(bench, era, loads);
        }
      }
      for (const { child } of servers) await child.end("SIGTERM");
    }
  },
};

/**
 * @param {Bench} bench
 * @param {readonly Open[]} servers
 * @param {Era} era
 * @param {number} round
 * @param {number} connections
 * @returns {Promise<Blocks>}
 */
async function measureRound({ effort }, servers, era, round, connections) {
  /** @type {Map<Subject["id"], Block>} */
  const blocks = new Map();
  for (const { subject, child, place } of rotate(servers, round)) {
    if (!subject.eras.includes(era)) continue;
    const calls = subject.id === "everything" ? SLOW_CALLS : effort.httpCalls;
    const request = callRequests(subject.call, era, place);
    blocks.set(subject.id, await httpBlock({ port: place.port, pid: child.pid, calls, connections, request }));
  }
  return blocks;
}

/**
 * @param {Bench} bench
 * @param {Era} era
 * @param {number} connections
 * @param {Blocks} blocks
 */
function recordRates({ recorder }, era, connections, blocks) {
  const reference = blocks.get("reference");
  for (const [id, block] of blocks) {
    recorder.figure(`http-rate-${era}-${connections}-${id}`, rateOf(block));
    recorder.figure(`http-cpu-${era}-${connections}-${id}`, cpuOf(block));
    if (id !== "reference" && reference !== undefined)
      recorder.ratio(`http-rate-${era}-${connections}`, rateOf(block) / rateOf(reference), id);
  }
}

/**
 * One figure for all widths of load: the mean of what a call costs in each.
 * @param {Bench} bench
 * @param {Era} era
 * @param {readonly Blocks[]} loads
 */
function recordCpu({ recorder }, era, loads) {
  /** @param {Subject["id"]} id */
  const meanCpu = (id) => {
    const costs = loads.flatMap((blocks) => blocks.get(id) ?? []).map(cpuOf);
    return costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  };
  const reference = meanCpu("reference");
  if (reference === undefined) return;
  for (const id of /** @type {const} */ (["lab", "floor", "everything"])) {
    const cost = meanCpu(id);
    if (cost !== undefined) recorder.ratio(`http-cpu-${era}`, cost / reference, id);
  }
}
