/** The candidate that `word` was probably meant to be; undefined where none is near. Ties go to the first. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const limit = Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3));
    const found = distance(wanted, candidate.toLowerCase());
    if (found <= limit && found < bestDistance) [best, bestDistance] = [candidate, found];
  }
  return best;
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
