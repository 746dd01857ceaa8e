import * as v from "valibot";
import { defineFault } from "./define-fault.ts";
import { wholeNumber } from "./parameter.ts";

export const slowStart = defineFault({
  name: "slow_start",
  title: "Slow start",
  summary: "Takes its time before it reads the first byte: at the start of the process, or of each connection.",
  group: "timing",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  methods: [],
  at: ["$start", "$open"],
  params: v.strictObject({
    delayMs: wholeNumber(0, 60_000, "How long it takes, in milliseconds."),
  }),
  examples: [{ delayMs: 6_000 }],
  shownWith: { at: "$open" },
  breaks: [],
  exercises: [{ check: "TMO-01" }, { check: "LIF-27" }],
  seenIn: ["A3", "J17", "F1"],
  tolerates: ["success", "timeout"],
  robust:
    "Waits within a limit of its own, uses its other servers meanwhile, and names the slow one. It does not start a second process beside the first.",
  apply: ({ delayMs }) =>
    // oxlint-disable-next-line require-yield -- nothing comes: that is the fault
    async function* (_frames, wire) {
      await wire.clock.sleep(delayMs, wire.over);
    },
});
