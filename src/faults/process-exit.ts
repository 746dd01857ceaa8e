import * as v from "valibot";
import { isAnswer } from "../wire/answer.ts";
import type { CloseFrame } from "../wire/frame.ts";
import { defineFault } from "./define-fault.ts";
import { choice, wholeNumber } from "./parameter.ts";

export const processExit = defineFault({
  name: "process_exit",
  title: "Exit of the process",
  summary:
    "The server's process ends: at its start, at the opening of a connection, in place of an answer, or right after one.",
  group: "life-cycle",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  at: ["$start", "$open", "$stream", "$notification"],
  params: v.strictObject({
    code: v.optional(wholeNumber(0, 255, "The exit code."), 1),
    signal: v.optional(
      choice(["none", "SIGKILL"], "Whether it is a signal that ends it; then there is no code."),
      "none",
    ),
    place: v.optional(choice(["instead", "after"], "In place of the answer, or right after it."), "instead"),
    afterMs: v.optional(wholeNumber(0, 60_000, "How long it still lives, in milliseconds."), 0),
  }),
  examples: [
    { code: 1, signal: "none", place: "instead", afterMs: 0 },
    { code: 0, signal: "none", place: "after", afterMs: 0 },
    { code: 0, signal: "SIGKILL", place: "instead", afterMs: 500 },
  ],
  breaks: [],
  exercises: [{ check: "STD-09" }, { check: "STD-10" }, { check: "SUB-11" }],
  seenIn: ["F3", "F5", "A6", "E7", "J1"],
  tolerates: ["success", "transport_loss"],
  robust:
    "Fails the open requests at once, without waiting for their time limits. It starts the server again, with pauses and an end to its attempts, has its tools again, and does not repeat the call.",
  apply: ({ code, signal, place, afterMs }) => {
    const exit: CloseFrame =
      signal === "none" ? { kind: "close", how: "exit", code } : { kind: "close", how: "exit", signal };
    return async function* (frames, wire) {
      const isRequest = wire.exchange.request !== undefined;
      for await (const frame of frames) {
        // A stream or a notification has no answer to wait for: its beginning is enough.
        const isTurn = isRequest ? isAnswer(frame) : frame.kind === "head" || frame.kind === "message";
        if (isTurn && place === "instead") break;
        yield frame;
        if (isTurn) break;
      }
      if (afterMs > 0 && !(await wire.clock.sleep(afterMs, wire.over))) return;
      if (!wire.over.aborted) yield exit;
    };
  },
});
