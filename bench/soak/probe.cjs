// Loaded before the command (node -r, with --expose-gc): at each SIGUSR2 says on stderr what is alive inside the process. Counts
// every timer that the code has made, also those that do not keep the process alive.
"use strict";

/** @type {Set<NodeJS.Timeout>} */
const timers = new Set();
for (const name of /** @type {const} */ (["setTimeout", "setInterval"])) {
  const original = /** @type {(...args: unknown[]) => NodeJS.Timeout} */ (globalThis[name]);
  /** @param {unknown[]} args */
  const counted = (...args) => {
    const timer = original(...args);
    timers.add(timer);
    if (timers.size > 10_000) prune();
    return timer;
  };
  Object.assign(globalThis, { [name]: Object.assign(counted, original) });
}

/** Forgets the timers that have fired or were cleared. */
function prune() {
  for (const timer of timers) {
    // Set by Node.js when a timer is over; there is no public way to ask.
    if (/** @type {{ _destroyed?: boolean }} */ (/** @type {unknown} */ (timer))._destroyed === true)
      timers.delete(timer);
  }
}

/** Weakly held objects go in several turns only: collects until a turn finds next to nothing more. */
function collect(/** @type {(heapBytes: number) => void} */ done, /** @type {number} */ before = Infinity) {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error("The probe needs --expose-gc");
  gc();
  const heapBytes = process.memoryUsage().heapUsed;
  if (heapBytes > before * 0.999) done(heapBytes);
  else setImmediate(collect, done, heapBytes);
}

let number = 0;
process.on("SIGUSR2", () => {
  // Not in the handler itself, whose own frame keeps things alive.
  setImmediate(collect, (/** @type {number} */ heapBytes) => {
    prune();
    /** @type {Record<string, number>} */
    const resources = {};
    for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1;
    delete resources["Immediate"]; // this very one
    process.stderr.write(`@probe ${JSON.stringify({ number: ++number, heapBytes, timers: timers.size, resources })}\n`);
  });
});
