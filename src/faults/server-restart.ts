import * as v from "valibot";
import { isAnswer } from "../wire/answer.ts";
import { defineFault } from "./define-fault.ts";
import { choice, wholeNumber } from "./parameter.ts";

const NAME = "server_restart";

export const serverRestart = defineFault({
  name: NAME,
  title: "Restart of an HTTP server",
  summary:
    "The server is gone with all its connections, refuses new ones for a while, and is back at the same address; what it knew of its sessions may be lost.",
  group: "life-cycle",
  stage: "message",
  shapes: ["http-json", "http-sse"],
  needs: ["socket"],
  at: ["$stream", "$resume", "$notification"],
  params: v.strictObject({
    place: v.optional(
      choice(["instead", "after"], "In place of the answer, whose connection is cut, or when it has been sent."),
      "instead",
    ),
    downMs: v.optional(wholeNumber(0, 60_000, "How long connections are refused, in milliseconds."), 1_000),
    sessions: v.optional(
      choice(
        ["lost", "kept"],
        "lost: a request with the id of a session from before gets 404. kept: sessions go on, as behind a proxy that was restarted.",
      ),
      "lost",
    ),
  }),
  examples: [
    { place: "instead", downMs: 1_000, sessions: "lost" },
    { place: "after", downMs: 5_000, sessions: "lost" },
    { place: "after", downMs: 0, sessions: "kept" },
  ],
  breaks: [{ check: "SSE-12" }],
  exercises: [{ check: "SES-06" }, { check: "SUB-11" }],
  seenIn: ["E1", "E6", "M10"],
  tolerates: ["success", "transport_loss"],
  robust:
    "Fails the open requests at once and repeats no call. It tries again with pauses that grow, begins a new session at the 404, opens its streams and subscriptions again, and has its tools as before.",
  apply: ({ place, downMs, sessions }) =>
    async function* (frames, wire) {
      const isRequest = wire.exchange.request !== undefined;
      for await (const frame of frames) {
        // A stream or a notification has no answer to wait for: its beginning is enough.
        const isTurn = isRequest ? isAnswer(frame) : frame.kind === "head" || frame.kind === "message";
        if (isTurn && place === "instead") break;
        yield frame;
        if (isTurn && !isRequest) break;
      }
      if (wire.over.aborted) return;
      if (place === "instead") yield { kind: "close", how: "cut" };
      yield { kind: "outage", downMs, sessions, fault: NAME };
    },
});
