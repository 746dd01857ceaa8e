/** A seed for a run that was not given one: a whole number from 0 to 4294967295, printed so that the run can be repeated. */
export function drawSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
