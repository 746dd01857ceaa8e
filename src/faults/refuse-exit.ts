import * as v from "valibot";
import { MAX_OUTLIVE_MS } from "../base/limits.ts";
import { defineFault } from "./define-fault.ts";
import { wholeNumber } from "./parameter.ts";

export const refuseExit = defineFault({
  name: "refuse_exit",
  title: "Server that does not go",
  summary: "The process lives on for a while after its stdin has ended or it was told to stop.",
  group: "life-cycle",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  methods: [],
  at: ["$shutdown"],
  maxMs: MAX_OUTLIVE_MS,
  maxMsWith: ({ ms }) => ms,
  params: v.strictObject({
    ms: wholeNumber(0, MAX_OUTLIVE_MS, "How long it lives on, in milliseconds."),
  }),
  examples: [{ ms: 10_000 }],
  shownWith: { at: "$shutdown" },
  breaks: [{ check: "STD-07" }],
  exercises: [{ check: "STD-06" }],
  seenIn: ["F1", "F5", "F16"],
  tolerates: ["success"],
  robust:
    "Closes stdin, waits a little, then terminates the process, and kills it if that does not help; it leaves none behind.",
  apply: ({ ms }) =>
    // oxlint-disable-next-line require-yield -- nothing comes: that is the fault
    async function* (_frames, wire) {
      await wire.clock.sleep(ms, wire.over);
    },
});
