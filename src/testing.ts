// Fakes for authors of their own faults, and for tests with a clock and chance of their own.
export { createFakeClock, type FakeClock } from "./base/fake-clock.ts";
export { createRandom, type Random } from "./base/random.ts";
export { createSequentialIds } from "./base/ids.ts";
export {
  runFault,
  type FaultRun,
  type FaultRunOptions,
  type Received,
  type RunFrame,
} from "./faults/testing/run-fault.ts";
export type { RunnableFault } from "./faults/testing/runnable-fault.ts";
export { transcript } from "./faults/testing/transcript.ts";
