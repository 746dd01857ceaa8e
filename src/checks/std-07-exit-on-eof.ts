import { defineCheck, inconclusive, obeyed, violated } from "./check.ts";

/** A server that got less than this to leave has not been put to the test. */
const LEAST_WAIT_MS = 1_000;

export const exitOnEof = defineCheck({
  id: "STD-07",
  subjects: ["server"],
  eras: ["legacy", "modern"],
  transports: ["stdio"],
  proofs: {
    obeyed: "The server's stdin ended, and the process exited by itself.",
    violated:
      "It was still there when the lab's bound had passed (at least one second), and had to be ended by a signal.",
    inconclusive: "The bound was shorter than a second, or the end of the process was not recorded.",
  },
  *judge({ serverProcess }) {
    if (serverProcess?.inputEnd === undefined) return;
    const { inputEnd, signals, exit } = serverProcess;
    if (exit !== undefined && exit.sequence < inputEnd.sequence) return; // it had left before
    const [signal] = signals;
    if (signal !== undefined && signal.sequence < inputEnd.sequence) return; // it was made to go before
    if (signal === undefined) {
      if (exit === undefined) yield inconclusive("the server's stdin ended, and its exit was not recorded", inputEnd);
      else yield obeyed("the server exited when its stdin had ended", inputEnd, exit);
    } else {
      const says = `the server was still there ${Math.round(signal.waitedMs)} ms after the end of its stdin`;
      yield signal.waitedMs < LEAST_WAIT_MS
        ? inconclusive(says, inputEnd, signal)
        : violated(says, inputEnd, signal, exit);
    }
  },
});
