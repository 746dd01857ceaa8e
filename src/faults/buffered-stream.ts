import { Buffer } from "node:buffer";
import * as v from "valibot";
import { MAX_HELD_CHARACTERS } from "../base/limits.ts";
import type { Frame } from "../wire/frame.ts";
import { bytesOf } from "./body-length.ts";
import { defineFault } from "./define-fault.ts";
import { flag } from "./parameter.ts";

export const bufferedStream = defineFault({
  name: "buffered_stream",
  title: "Event stream held up to its end",
  summary:
    "Holds back all events of an answer until its stream has ended, and sends them in one piece, as buffering proxies do.",
  group: "http",
  stage: "bytes",
  shapes: ["http-sse"],
  at: ["$stream", "$resume"],
  params: v.strictObject({
    holdHead: v.optional(flag("Whether the head is held back, too."), false),
  }),
  examples: [{ holdHead: false }, { holdHead: true }],
  breaks: [],
  exercises: [{ check: "TMO-01" }, { check: "SSE-07" }],
  seenIn: ["M2"],
  tolerates: ["success", "timeout"],
  robust:
    "Keeps to its own time limit when a request of the server never reaches it, and says that the stream may be buffered on the way.",
  apply: ({ holdHead }) =>
    async function* (frames) {
      let head: Frame | undefined;
      let held: Buffer[] = [];
      let size = 0;
      const release = function* (): Generator<Frame> {
        if (head !== undefined) yield head;
        head = undefined;
        if (held.length > 0) yield { kind: "bytes", bytes: Buffer.concat(held) };
        held = [];
      };
      for await (const frame of frames) {
        if (frame.kind === "head" && holdHead) head = frame;
        else if (frame.kind === "bytes") {
          const bytes = bytesOf(frame);
          held.push(bytes);
          size += bytes.length;
          // What is held is bounded; a proxy whose buffer is full gives up, too.
          if (size > MAX_HELD_CHARACTERS) {
            yield { kind: "close", how: "cut" };
            return;
          }
        } else {
          if (frame.kind === "close") yield* release();
          yield frame;
        }
      }
      yield* release();
    },
});
