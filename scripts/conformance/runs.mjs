// What the official suites are asked, and in which states of the lab's server. Every run is done in every mode.

/**
 * @typedef {object} Run
 * @property {string} name
 * @property {string} suite the name of its package in package.json
 * @property {readonly string[]} args
 */

/** @type {readonly Run[]} */
export const RUNS = [
  { name: "0.1.16 all", suite: "conformance-released", args: ["--suite", "all"] },
  { name: "0.2.0-alpha.12 2025-11-25", suite: "conformance-next", args: ["--requirements", "2025-11-25"] },
  { name: "0.2.0-alpha.12 2026-07-28", suite: "conformance-next", args: ["--requirements", "2026-07-28"] },
];

/**
 * @typedef {object} Mode
 * @property {string} name
 * @property {readonly string[]} serve options of `serve`
 * @property {RegExp} [proof] what the server says on stderr for each exchange, where the mode would otherwise go unnoticed
 */

/** @type {readonly Mode[]} */
export const MODES = [
  { name: "direct", serve: [] },
  { name: "through the pipeline", serve: ["--plan", "scripts/conformance/identity-plan.json"], proof: / fired: /g },
  { name: "event streams forced", serve: ["--answers", "sse"] },
];
