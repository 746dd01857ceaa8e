/** A shorter word is a part of too many. */
const MIN_PART = 3;

/** The candidate that `word` was probably meant to be; undefined where none is near. Ties go to the first. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const found = distance(wanted, candidate.toLowerCase());
    if (found <= limitOf(word, candidate) && found < bestDistance) [best, bestDistance] = [candidate, found];
  }
  return best;
}

/**
 * The few candidates, at most `most`, that `word` was perhaps meant to be: the nearest first, then those that it is a part of. Ties
 * keep the order of the candidates.
 */
export function nearestFew(word: string, candidates: Iterable<string>, most = 3): string[] {
  const wanted = word.toLowerCase();
  const ranked: { readonly candidate: string; readonly rank: number }[] = [];
  for (const candidate of candidates) {
    const known = candidate.toLowerCase();
    const found = distance(wanted, known);
    if (found <= limitOf(word, candidate)) ranked.push({ candidate, rank: found });
    else if (wanted.length >= MIN_PART && known.includes(wanted)) ranked.push({ candidate, rank: Infinity });
  }
  // Not a subtraction: that of two infinities is no number.
  ranked.sort((a, b) => (a.rank === b.rank ? 0 : a.rank < b.rank ? -1 : 1));
  return ranked.slice(0, most).map(({ candidate }) => candidate);
}

/** How many letters may differ. */
function limitOf(word: string, candidate: string): number {
  return Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3));
}

/** The least number of letters inserted, removed, replaced or swapped with their neighbour. */
function distance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 8 || from.length > 64) return Infinity;
  let older: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      let least = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        least = Math.min(least, (older[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [older, previous] = [previous, row];
  }
  return previous[to.length] ?? Infinity;
}
