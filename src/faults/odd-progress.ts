import * as v from "valibot";
import { progressTokenOf } from "../protocol/exchange.ts";
import { notification } from "../protocol/json-rpc.ts";
import type { JsonObject } from "../protocol/json.ts";
import type { Frame } from "../wire/frame.ts";
import { besideAnswer } from "./beside-answer.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

/** The members beside the token, one object for each notification. */
const FORMS = {
  missing: [{}],
  text: [{ progress: "50%" }],
  null: [{ progress: null }],
  negative: [{ progress: -1, total: 100 }],
  "above-total": [{ progress: 150, total: 100 }],
  "total-zero": [{ progress: 1, total: 0 }],
  "total-null": [{ progress: 1, total: null, message: null }],
  "total-changes": [{ progress: 1, total: 10 }, { progress: 2, total: 5 }, { progress: 3 }],
  repeated: [{ progress: 1 }, { progress: 1 }],
  fraction: [
    { progress: 0.1, total: 1 },
    { progress: 0.30000000000000004, total: 1 },
  ],
  large: [{ progress: 9_007_199_254_740_991, total: 1.7976931348623157e308 }],
  "long-message": [{ progress: 1, message: "on purpose ".repeat(1_000) }],
} as const satisfies Readonly<Record<string, readonly JsonObject[]>>;

export const oddProgress = defineFault({
  name: "odd_progress",
  title: "Odd progress",
  summary: "Reports progress of the call whose numbers are missing, of another type, or unlike what one expects.",
  group: "messages",
  stage: "message",
  shapes: ["stdio", "http-sse"],
  needs: ["progress-token"],
  params: v.strictObject({
    form: choice(
      [
        "missing",
        "text",
        "null",
        "negative",
        "above-total",
        "total-zero",
        "total-null",
        "total-changes",
        "repeated",
        "fraction",
        "large",
        "long-message",
      ],
      "What is odd: no progress at all, progress that is a text, null or negative, more than the total, a total of nothing, null, or another one each time, the same progress twice, fractions, the largest numbers, or a message of 11000 characters. Good are above-total, total-zero, total-changes, fraction, large and long-message.",
    ),
  }),
  examples: [{ form: "text" }, { form: "above-total" }, { form: "total-changes" }],
  breaks: [{ check: "PRG-03" }],
  exercises: [{ check: "PRG-07" }],
  tolerates: ["success"],
  robust:
    "Passes over what it cannot read, divides by no total of nothing, shows no more than all, and returns the call's own result.",
  apply: ({ form }) =>
    besideAnswer("before", function* ({ exchange }): Generator<Frame> {
      const progressToken = progressTokenOf(exchange.request);
      if (progressToken === undefined) return;
      for (const members of FORMS[form])
        yield { kind: "message", message: notification("notifications/progress", { progressToken, ...members }) };
    }),
});
