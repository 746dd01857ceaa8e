import * as v from "valibot";
import { progressTokenOf } from "../protocol/exchange.ts";
import { isAnswer } from "../wire/answer.ts";
import { defineFault, statusResult } from "./define-fault.ts";
import { progressFrame } from "./progress-frame.ts";

/** A token that no client gives, unless it means to. */
const UNKNOWN_TOKEN = "mcp-failure-lab/unknown-token";

export const invalidProgress = defineFault({
  name: "invalid_progress",
  title: "Invalid progress",
  summary: "Sends progress that breaks a rule, beside an answer that is correct.",
  group: "messages",
  stage: "message",
  shapes: ["stdio", "http-sse"],
  needs: ["progress-token"],
  params: v.strictObject({
    variant: v.pipe(
      v.picklist(["unknown-token", "regressing-progress", "after-completion"]),
      v.description(
        "The rule that is broken: one notification with a token that nobody gave, progress 2 followed by 1, or one notification after the answer.",
      ),
    ),
  }),
  examples: [{ variant: "unknown-token" }, { variant: "regressing-progress" }, { variant: "after-completion" }],
  breaks: [{ check: "PRG-03" }, { check: "PRG-04" }, { check: "PRG-05" }],
  exercises: [{ check: "PRG-07" }],
  seenIn: ["B8", "C1"],
  tolerates: ["success"],
  robust: "Ignores the progress that breaks the rules, and returns the call's own result.",
  apply: ({ variant }) =>
    async function* (frames, wire) {
      const token = progressTokenOf(wire.exchange.request);
      for await (const frame of frames) {
        if (token === undefined || !isAnswer(frame)) {
          yield frame;
          continue;
        }
        if (variant === "unknown-token") yield progressFrame(otherThan(token), 1);
        if (variant === "regressing-progress") {
          yield progressFrame(token, 2);
          yield progressFrame(token, 1);
        }
        yield frame;
        if (variant === "after-completion") yield progressFrame(token, 1);
      }
    },
  tool: {
    description: "Sends progress that breaks one rule, and succeeds. Needs a progress token.",
    answer: ({ variant }) => statusResult({ status: "invalid_progress_sent", variant }),
  },
});

function otherThan(token: string | number): string {
  return token === UNKNOWN_TOKEN ? `${UNKNOWN_TOKEN}-2` : UNKNOWN_TOKEN;
}
