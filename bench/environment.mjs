import { availableParallelism, totalmem } from "node:os";

/** Variables that make every start of Node.js slower, or its code different (SPEC 11). */
const DISTURBING = /^(NODE_|NPM_|npm_|COVERAGE|NYC_|V8_|FORCE_COLOR|CI$|MCP_FAILURE_LAB_)/;

/**
 * The environment of everything that is measured: the own one without what would disturb.
 * @param {Record<string, string>} [added]
 * @returns {Record<string, string>}
 */
export function cleanEnvironment(added = {}) {
  /** @type {Record<string, string>} */
  const clean = { ...added };
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !DISTURBING.test(name) && !(name in clean)) clean[name] = value;
  }
  return clean;
}

/**
 * @typedef {object} Machine
 * @property {number} cores
 * @property {number} memoryGiB
 * @property {string} node
 * @property {string} system
 */

/**
 * The size of this machine: enough to judge the figures by, nothing that names it.
 * @returns {Machine}
 */
export function describeMachine() {
  return {
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    system: `${process.platform} ${process.arch}`,
  };
}
