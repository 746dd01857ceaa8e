import * as v from "valibot";
import { isAnswer } from "../wire/answer.ts";
import { defineFault, statusResult } from "./define-fault.ts";

export const sessionLoss = defineFault({
  name: "session_loss",
  title: "Session lost",
  summary:
    "The server forgets the session, then cuts the call or answers it; every later request of the session gets 404.",
  group: "sessions",
  stage: "message",
  shapes: ["http-json", "http-sse"],
  eras: ["legacy"],
  needs: ["session"],
  params: v.strictObject({
    activation: v.pipe(
      v.picklist(["during_request", "after_response"]),
      v.description(
        "during_request: the session is forgotten and the call is cut without a result. after_response: the session is forgotten and the call is answered.",
      ),
    ),
  }),
  examples: [{ activation: "during_request" }, { activation: "after_response" }],
  breaks: [{ check: "SSE-12" }],
  exercises: [{ check: "SES-06" }],
  seenIn: ["E1", "E8", "H4"],
  tolerates: ["transport_loss", "success"],
  robust:
    "At the 404 it opens a new session without the old id, and lets its caller know that what the old session held is gone.",
  apply: ({ activation }) =>
    async function* (frames) {
      for await (const frame of frames) {
        if (!isAnswer(frame)) {
          yield frame;
          continue;
        }
        // The session goes first, so that no request that follows the answer can still find it (SPEC 3.1).
        yield { kind: "session", act: "forget" };
        if (activation === "during_request") {
          yield { kind: "close", how: "cut" };
          return;
        }
        yield frame;
      }
    },
  tool: {
    description: "Loses the session of the call: later requests with its id get 404.",
    answer: ({ activation }) => statusResult({ status: "session_lost", activation }),
  },
});
