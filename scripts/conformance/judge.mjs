// Judges what one run of a suite left: nothing is a pass unless a check says so.

/**
 * @typedef {object} Check
 * @property {string} id
 * @property {string} status SUCCESS, FAILURE, WARNING, SKIPPED or INFO
 * @property {string} [description]
 * @property {string} [errorMessage]
 */

/**
 * @typedef {object} Expected failures that are known, each with its reason
 * @property {string} run
 * @property {string} scenario
 * @property {readonly string[]} checks
 * @property {string} reason
 */

/**
 * @typedef {object} Outcome
 * @property {string} run
 * @property {number | null} exitCode
 * @property {string} output all that the suite printed
 * @property {ReadonlyMap<string, readonly Check[]>} scenarios checks by scenario, as the suite wrote them
 */

/**
 * A warning counts as a failure. A check that fails as expected counts as neither; one that is expected to fail and passes is a failure.
 * @param {Outcome} outcome
 * @param {readonly Expected[]} expected
 * @returns {{ passed: number, failures: string[], known: number }}
 */
export function judge({ run, exitCode, output, scenarios }, expected) {
  const failures = [];
  /** @type {Map<string, boolean>} whether each known failure was met */
  const known = new Map();
  for (const each of expected) {
    if (each.run === run) for (const id of each.checks) known.set(`${each.scenario} ${id}`, false);
  }
  let passed = 0;
  let failed = 0;
  for (const [scenario, checks] of scenarios) {
    for (const { id, status, errorMessage, description } of checks) {
      if (status === "SUCCESS") passed += 1;
      if (status === "FAILURE") failed += 1;
      if (status !== "FAILURE" && status !== "WARNING") continue;
      const name = `${scenario} ${id}`;
      if (known.has(name)) known.set(name, true);
      else failures.push(`${name}: ${status}: ${errorMessage ?? description ?? "no reason given"}`);
    }
  }
  for (const [name, seen] of known) if (!seen) failures.push(`${name} is expected to fail and did not`);
  if (exitCode !== 0) failures.push(`the suite ended with exit code ${exitCode}`);
  if (passed === 0) failures.push("no check has passed");
  const total = /^Total: (\d+) passed, (\d+) failed$/m.exec(output);
  if (total === null) failures.push("the suite printed no total");
  else if (Number(total[1]) !== passed || Number(total[2]) !== failed)
    failures.push(`the suite says "${total[0]}", its checks say ${passed} passed, ${failed} failed`);
  return { passed, failures, known: [...known.values()].filter(Boolean).length };
}
