// What many samples say: never a mean, which one busy moment of the machine can spoil.

/**
 * @typedef {object} Summary
 * @property {number} median
 * @property {number} low the first quartile
 * @property {number} high the third quartile
 * @property {number} count
 */

/**
 * Median and quartiles of at least one sample.
 * @param {readonly number[]} samples
 * @returns {Summary}
 */
export function summarize(samples) {
  if (samples.length === 0) throw new Error("There is nothing to summarize");
  const sorted = [...samples].sort((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
    count: sorted.length,
  };
}

/**
 * Between two samples in a straight line.
 * @param {readonly number[]} sorted
 * @param {number} share 0 to 1
 */
function quantile(sorted, share) {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? NaN;
  const above = sorted[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place - Math.floor(place));
}
