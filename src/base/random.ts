/**
 * A seeded source of chance. The same seed and the same calls give the same values on every machine.
 * Not for secrets: ids that must not be guessed come from `base/ids.ts`.
 */
export interface Random {
  /** The next number, 0 (included) to 1 (excluded). */
  next(): number;
  /** The next whole number from 0 to `limit - 1`. */
  below(limit: number): number;
  /** An independent source that depends on this one's seed and on `label` alone, not on what was drawn before. */
  fork(label: string): Random;
}

/** Creates a source from `seed`, a whole number from 0 to 4294967295. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // mulberry32: small, fast, and good enough to decide whether a rule fires.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    fork: (label) => createRandom(hash(seed, label)),
  };
}

/** FNV-1a over the label, started from the seed. */
function hash(seed: number, label: string): number {
  let value = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < label.length; i++) value = Math.imul(value ^ label.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}
