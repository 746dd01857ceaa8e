// How long it takes to be there: each start is paired with a bare start of Node.js right before or after it.
import { Child } from "../child.mjs";
import { askHttpOnce } from "../http-load.mjs";
import { askOnce } from "../line-load.mjs";
import { DISCOVER, INITIALIZE, post } from "../messages.mjs";
import { memoryBytes } from "../process-facts.mjs";
import { closeLines, startHttp, subjectsOf } from "../subjects.mjs";
import { rotate } from "../bench.mjs";

/** @typedef {import("../bench.mjs").Bench} Bench */
/** @typedef {import("../subjects.mjs").Subject} Subject */

const MEBIBYTE = 2 ** 20;

/** @type {import("../bench.mjs").Group} */
export const starts = {
  name: "starts",
  async measure(bench) {
    const { recorder, effort } = bench;
    const { reference, floor, lab, everything } = subjectsOf(bench.command);
    /** @type {(() => Promise<void>)[]} */
    const each = [
      () => pairInitialize(bench, lab, "lab"),
      () => pairInitialize(bench, floor, "floor"),
      () => pairDiscover(bench, lab, "lab"),
      () => pairDiscover(bench, floor, "floor"),
      () => pairHttp(bench, lab, "lab"),
      () => pairHttp(bench, floor, "floor"),
      () => pairMemory(bench, lab, reference),
      ...["version", "help"].map((option) => async () => {
        const { bare, other } = await withBare(bench, () => runToExit([bench.command, `--${option}`]));
        recorder.ratio(option, other / bare);
      }),
    ];
    const slow = [
      () => pairInitialize(bench, everything, "everything"),
      () => pairHttp(bench, everything, "everything"),
    ];
    await runToExit([bench.command, "--version"]); // what comes first pays for a cold disk
    for (let round = 0; round < effort.startRounds; round++) {
      bench.say(`starts ${round + 1}/${effort.startRounds}`);
      for (const measure of rotate(each, round)) await measure();
      if (round % effort.slowEvery === 0) for (const measure of slow) await measure();
    }
  },
};

let isBareFirst = false;

/**
 * Measures something and a bare start, in turns one before the other.
 * @param {Bench} bench
 * @param {() => Promise<number>} measure
 */
export async function withBare({ recorder }, measure) {
  isBareFirst = !isBareFirst;
  const before = isBareFirst ? await runToExit(["-e", "0"]) : undefined;
  const other = await measure();
  const bare = before ?? (await runToExit(["-e", "0"]));
  recorder.figure("bare", bare);
  return { bare, other };
}

/**
 * Runs a process to its end; the time from spawn to exit in milliseconds. Any other exit code than 0 is an error.
 * @param {readonly string[]} args
 */
export async function runToExit(args) {
  const child = new Child({ args });
  child.stdout.resume();
  const { code, at } = await child.ended;
  if (code !== 0) throw child.failure();
  return at - child.started;
}

/**
 * @param {Bench} bench
 * @param {Subject} subject
 * @param {import("../recorder.mjs").Who} who
 */
async function pairInitialize(bench, subject, who) {
  const { bare, other } = await withBare(bench, async () => (await firstAnswer(subject, INITIALIZE)).ms);
  bench.recorder.ratio("start-stdio", other / bare, who);
  if (who === "lab") bench.recorder.figure("start-stdio", other);
}

/**
 * @param {Bench} bench
 * @param {Subject} subject
 * @param {import("../recorder.mjs").Who} who
 */
async function pairDiscover(bench, subject, who) {
  const initialize = await firstAnswer(subject, INITIALIZE);
  const discover = await firstAnswer(subject, DISCOVER);
  bench.recorder.ratio("start-discover", discover.ms / initialize.ms, who);
}

/**
 * @param {Bench} bench
 * @param {Subject} subject
 * @param {import("../recorder.mjs").Who} who
 */
async function pairHttp(bench, subject, who) {
  const { bare, other } = await withBare(bench, async () => {
    const { child, place } = await startHttp(subject);
    const { at } = await askHttpOnce(place.port, post(place, INITIALIZE));
    await child.end("SIGTERM");
    return at - child.started;
  });
  bench.recorder.ratio("start-http", other / bare, who);
  if (who === "lab") bench.recorder.figure("start-http", other);
}

/**
 * @param {Bench} bench
 * @param {Subject} lab
 * @param {Subject} reference
 */
async function pairMemory({ recorder }, lab, reference) {
  const own = await firstAnswer(lab, INITIALIZE);
  const raw = await firstAnswer(reference, INITIALIZE);
  recorder.ratio("memory-start", own.bytes / raw.bytes);
  recorder.figure("memory-start-lab", own.bytes / MEBIBYTE);
  recorder.figure("memory-start-reference", raw.bytes / MEBIBYTE);
}

/**
 * Starts a server and asks it once, without waiting for anything before.
 * @param {Subject} subject
 * @param {string} text
 */
async function firstAnswer(subject, text) {
  const child = new Child({ args: subject.lines });
  const { at } = await askOnce(child, text);
  const bytes = memoryBytes(child.pid).now;
  await closeLines(child, subject);
  return { ms: at - child.started, bytes };
}
