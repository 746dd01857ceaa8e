/** A seed for a run that was not given one: a whole number from 0 to 4294967295, printed so that the run can be repeated. No secret. */
export function drawSeed(): number {
  return Math.floor(Math.random() * 4_294_967_296);
}
