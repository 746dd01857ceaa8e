/**
 * What a group of measurements works with.
 * @typedef {object} Bench
 * @property {string} command the built command line, `bin.cjs`
 * @property {import("./effort.mjs").Effort} effort
 * @property {import("./recorder.mjs").Recorder} recorder
 * @property {string} folder for files that a measurement needs
 * @property {(text: string) => void} say progress, for people
 */

/**
 * A group of rows that are measured together, in turns.
 * @typedef {object} Group
 * @property {string} name
 * @property {(bench: Bench) => Promise<void>} measure
 */

/**
 * The list begun at another place each time, so that nobody always runs behind the same neighbour.
 * @template T
 * @param {readonly T[]} list
 * @param {number} by
 * @returns {T[]}
 */
export function rotate(list, by) {
  const start = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

/** The ratio of one load's rate to another's. */
export const rateOf = (/** @type {import("./line-load.mjs").Block} */ { calls, seconds }) => calls / seconds;

export const cpuOf = (/** @type {import("./line-load.mjs").Block} */ { calls, cpuMicros }) => cpuMicros / calls;
