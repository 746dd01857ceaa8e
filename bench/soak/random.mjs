/**
 * @typedef {object} Random
 * @property {(limit: number) => number} below a whole number from 0 to below the limit
 * @property {<T>(list: readonly T[]) => T[]} shuffle
 */

/**
 * The same seed gives the same numbers (mulberry32).
 * @param {number} seed
 * @returns {Random}
 */
export function createRandom(seed) {
  let state = seed >>> 0;
  const below = (/** @type {number} */ limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return {
    below,
    shuffle(list) {
      const shuffled = [...list];
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = below(last + 1);
        const [a, b] = [shuffled[last], shuffled[other]];
        if (a !== undefined && b !== undefined) [shuffled[last], shuffled[other]] = [b, a];
      }
      return shuffled;
    },
  };
}
