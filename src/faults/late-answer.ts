import * as v from "valibot";
import { MAX_OUTLIVE_MS } from "../base/limits.ts";
import { within } from "../base/within.ts";
import { error, ERROR_CODES } from "../protocol/json-rpc.ts";
import { isAnswer } from "../wire/answer.ts";
import { cancels } from "./cancels.ts";
import { defineFault } from "./define-fault.ts";
import { choice, wholeNumber } from "./parameter.ts";

export const lateAnswer = defineFault({
  name: "late_answer",
  title: "Answer after the cancel",
  summary: "Holds the answer until the client has cancelled the request, and sends it some time after that.",
  group: "messages",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  needs: ["cancel-message"],
  params: v.strictObject({
    afterMs: v.optional(wholeNumber(0, 30_000, "How long after the cancel, in milliseconds."), 0),
    as: v.optional(
      choice(["result", "error"], "What comes: the result, or an error that says that the request was cancelled."),
      "result",
    ),
    waitMs: v.optional(
      wholeNumber(
        1,
        MAX_OUTLIVE_MS,
        "How long the cancel may take, in milliseconds; then the answer goes out without one.",
      ),
      MAX_OUTLIVE_MS,
    ),
  }),
  examples: [
    { afterMs: 0, as: "result", waitMs: 60_000 },
    { afterMs: 500, as: "error", waitMs: 60_000 },
  ],
  shownWith: { cancelAtMs: 1_000 },
  breaks: [{ check: "CAN-10" }, { check: "CAN-12" }],
  exercises: [{ check: "CAN-14" }, { check: "CAN-15" }, { check: "TMO-02" }],
  seenIn: ["B1", "B2", "F12"],
  tolerates: ["timeout", "cancelled"],
  robust: "Drops the late answer without giving it to any other call, and uses the connection on.",
  apply: ({ afterMs, as, waitMs }) =>
    async function* (frames, wire) {
      const { clock, exchange } = wire;
      // Listening from the start: the cancel may come before the answer exists.
      const cancelled = within(clock, waitMs, wire.over, (signal) =>
        wire.seen((message) => cancels(message, exchange), signal),
      );
      for await (const frame of frames) {
        if (!isAnswer(frame)) {
          yield frame;
          continue;
        }
        const seen = await cancelled;
        if (wire.over.aborted || (seen !== undefined && !(await clock.sleep(afterMs, wire.over)))) return;
        if (seen === undefined || as === "result") yield { ...frame };
        else {
          const id = exchange.request?.id ?? null;
          yield { ...frame, message: error(id, ERROR_CODES.internalError, "Request cancelled") };
        }
      }
    },
  // The core must not hear of the cancel, or it would drop the answer that is to come late.
  inbound:
    () =>
    (message, { exchange }) =>
      cancels(message, exchange) ? "withhold" : "pass",
});
