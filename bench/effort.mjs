// How often each thing is measured. A round measures everything of a group once, in turns; a series starts its servers anew, since
// two processes with the same code do not run equally fast.

/**
 * @typedef {object} Effort
 * @property {number} startRounds
 * @property {number} slowEvery each how many rounds what is slow and not gated is measured
 * @property {number} series
 * @property {number} lineRounds of each series
 * @property {number} lineCalls of each block
 * @property {number} httpRounds
 * @property {number} httpCalls
 * @property {number} memoryRuns each in one era, in turns
 */

/** @type {Effort} */
export const FULL = {
  startRounds: 25,
  slowEvery: 5,
  series: 3,
  lineRounds: 7,
  lineCalls: 4_000,
  httpRounds: 5,
  httpCalls: 2_000,
  memoryRuns: 4,
};

/** About a minute. @type {Effort} */
export const QUICK = {
  startRounds: 7,
  slowEvery: 4,
  series: 1,
  lineRounds: 5,
  lineCalls: 2_000,
  httpRounds: 3,
  httpCalls: 1_000,
  memoryRuns: 1,
};

/** To see that everything works; its figures mean nothing. @type {Effort} */
export const TRIAL = {
  startRounds: 1,
  slowEvery: 1,
  series: 1,
  lineRounds: 1,
  lineCalls: 200,
  httpRounds: 1,
  httpCalls: 128,
  memoryRuns: 1,
};
