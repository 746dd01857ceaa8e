import { basename } from "node:path";
import { summarize } from "../statistics.mjs";

/**
 * @typedef {object} Load
 * @property {string} name
 * @property {number} begun
 * @property {number} totalMs with what it loads itself
 * @property {number} selfMs
 * @property {number} [compileMs]
 * @property {number} [bytes]
 */
/** @typedef {{ bootstrapMs: number, begun: number, firstOutput?: number, loads: Load[] }} LoadTimes */

/**
 * What `load-times.cjs` has said.
 * @param {string} stderr
 * @returns {LoadTimes}
 */
export function readLoadTimes(stderr) {
  const [, text] = /^@load-times (.*)$/m.exec(stderr) ?? [];
  if (text === undefined) throw new Error(`The process did not say what it has loaded:\n${stderr}`);
  return JSON.parse(text);
}

/**
 * What is loaded on the way to the first answer, in medians over several starts.
 * @param {readonly LoadTimes[]} starts
 */
export function renderLoadTimes(starts) {
  const [first] = starts;
  if (first === undefined) return "";
  const median = (/** @type {(start: LoadTimes) => number | undefined} */ get) =>
    summarize(starts.flatMap((start) => get(start) ?? [])).median;
  const say = (/** @type {number} */ ms) => ms.toFixed(2).padStart(7);
  const lines = first.loads.map(({ name, bytes }, index) => {
    const each = (/** @type {"begun" | "totalMs" | "selfMs" | "compileMs"} */ key) =>
      median((start) => start.loads[index]?.[key] ?? 0);
    const size = bytes === undefined ? "" : `${(bytes / 1000).toFixed(1)} kB`;
    return `${say(each("begun"))} ${say(each("totalMs"))} ${say(each("selfMs"))} ${say(each("compileMs"))} ${size.padStart(9)}  ${basename(name)}\n`;
  });
  return [
    `Medians of ${starts.length} starts, in milliseconds since the process began\n`,
    `${say(median(({ bootstrapMs }) => bootstrapMs))}  Node.js is ready\n`,
    `${say(median(({ begun }) => begun))}  the first script begins\n`,
    `${say(median(({ firstOutput }) => firstOutput))}  the first output\n\n`,
    "  begun   total    self compile      size  what\n",
    ...lines,
  ].join("");
}
