import * as v from "valibot";
import { until } from "../base/abort.ts";
import { defineFault, statusResult } from "./define-fault.ts";

export const hang = defineFault({
  name: "hang",
  title: "No answer",
  summary: "Never answers, and sends nothing else either, until the client cancels.",
  group: "timing",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  params: v.strictObject({}),
  examples: [{}],
  shownWith: { cancelAtMs: 1_000 },
  breaks: [{ check: "SSE-12" }],
  exercises: [{ check: "TMO-01" }, { check: "TMO-02" }, { check: "TMO-03" }, { check: "TMO-07" }],
  seenIn: ["A3", "B3", "B6", "B7"],
  tolerates: ["timeout", "cancelled"],
  robust:
    "Gives up at its own time limit, cancels the request in the way of its transport, reports a time-out, and uses the connection on.",
  apply: () =>
    // oxlint-disable-next-line require-yield -- nothing comes: that is the fault
    async function* (_frames, wire) {
      await until(wire.over);
    },
  tool: {
    description: "Never answers. Ends when the client cancels.",
    answer: () => statusResult({ status: "hanging" }),
  },
});
