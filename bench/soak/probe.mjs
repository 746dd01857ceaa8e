import { join, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { childCount, descriptorCount } from "../process-facts.mjs";
import { inTime } from "./deadline.mjs";

const PROBE_MS = 10_000;

/** Flags of node under which a process can be asked what is alive in it. */
export const PROBED = ["--expose-gc", "-r", join(dirname(fileURLToPath(import.meta.url)), "probe.cjs")];

/**
 * @typedef {object} Alive what is alive in a process
 * @property {number} heapBytes after a garbage collection
 * @property {number} timers
 * @property {Record<string, number>} resources as Node.js counts them
 * @property {number} descriptors
 * @property {number} children
 */

/** @type {WeakMap<import("../child.mjs").Child, number>} */
const asked = new WeakMap();

/**
 * Asks a process that was started with `PROBED`.
 * @param {import("../child.mjs").Child} child
 * @returns {Promise<Alive>}
 */
export async function probe(child) {
  const number = (asked.get(child) ?? 0) + 1;
  asked.set(child, number);
  child.process.kill("SIGUSR2");
  const said = child.saying(new RegExp(`^@probe (\\{"number":${number},.*\\})$`, "m"));
  const [, text = ""] = await inTime(said, PROBE_MS, `${child.name}: the answer of the probe`);
  const { heapBytes, timers, resources } = JSON.parse(text);
  return {
    heapBytes,
    timers,
    resources,
    descriptors: descriptorCount(child.pid),
    children: childCount(child.pid),
  };
}

/**
 * All but the heap, as one text that is equal when the same things are alive.
 * @param {Alive} alive
 */
export function aliveText({ timers, resources, descriptors, children }) {
  const parts = Object.entries({ ...resources, timers, descriptors, children });
  return parts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .sort()
    .join(", ");
}
