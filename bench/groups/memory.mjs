// Whether memory grows with the number of calls.
import { httpBlock } from "../http-load.mjs";
import { lineBlock } from "../line-load.mjs";
import { callTexts } from "../messages.mjs";
import { memoryBytes } from "../process-facts.mjs";
import { callRequests, closeLines, openHttp, openLines, subjectsOf } from "../subjects.mjs";

/** @typedef {import("../bench.mjs").Bench} Bench */
/** @typedef {import("../messages.mjs").Era} Era */

const FEW = 6_000;
const MANY = 60_000;
const WIDTH = 16;
const MEBIBYTE = 2 ** 20;

/** @type {import("../bench.mjs").Group} */
export const memory = {
  name: "memory",
  async measure(bench) {
    const { effort, say } = bench;
    for (let run = 0; run < effort.memoryRuns; run++) {
      say(`memory ${run + 1}/${effort.memoryRuns}`);
      const isEven = run % 2 === 0;
      await overLines(bench, isEven ? "legacy" : "modern");
      await overHttp(bench, isEven ? "modern" : "legacy");
    }
  },
};

/**
 * @param {Bench} bench
 * @param {Era} era
 */
async function overLines(bench, era) {
  const { lab } = subjectsOf(bench.command);
  const child = await openLines(lab);
  const text = callTexts(lab.call, era);
  await compare(bench, "stdio", child.pid, (calls) => lineBlock(child, { calls, inFlight: WIDTH, text }));
  await closeLines(child, lab);
}

/**
 * @param {Bench} bench
 * @param {Era} era
 */
async function overHttp(bench, era) {
  const { lab } = subjectsOf(bench.command);
  const { child, place } = await openHttp(lab);
  const request = callRequests(lab.call, era, place);
  const load = { port: place.port, pid: child.pid, connections: WIDTH, request };
  await compare(bench, "http", child.pid, (calls) => httpBlock({ ...load, calls }));
  await child.end("SIGTERM");
}

/**
 * @param {Bench} bench
 * @param {"stdio" | "http"} transport
 * @param {number} pid
 * @param {(calls: number) => Promise<unknown>} load
 */
async function compare({ recorder }, transport, pid, load) {
  await load(FEW);
  const few = memoryBytes(pid).now;
  await load(MANY - FEW);
  const many = memoryBytes(pid).now;
  recorder.ratio(`memory-${transport}`, many / few);
  recorder.figure(`memory-${transport}-${FEW}`, few / MEBIBYTE);
  recorder.figure(`memory-${transport}-${MANY}`, many / MEBIBYTE);
}
