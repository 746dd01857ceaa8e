import { cpuOf } from "./bench.mjs";

/** How many calls are under way: one, and as many as a busy host has. */
const WIDTHS = [1, 16];

/**
 * CPU for each call in one figure for both widths of load: the mean of what a call costs in each.
 * @param {(width: number) => Promise<import("./line-load.mjs").Block>} load
 */
export async function meanCost(load) {
  let sum = 0;
  for (const width of WIDTHS) sum += cpuOf(await load(width));
  return sum / WIDTHS.length;
}
