import { Buffer } from "node:buffer";
import * as v from "valibot";
import { until } from "../base/abort.ts";
import { MAX_HELD_CHARACTERS } from "../base/limits.ts";
import { within } from "../base/within.ts";
import type { Frame } from "../wire/frame.ts";
import type { Wire } from "../wire/transform.ts";
import { bytesOf } from "./body-length.ts";
import { defineFault } from "./define-fault.ts";
import { flag, wholeNumber } from "./parameter.ts";

export const bufferedStream = defineFault({
  name: "buffered_stream",
  title: "Event stream held up on the way",
  summary:
    "Holds back the events of an answer until its stream has ended, a block is full or some time has passed, and sends them in one piece, as buffering proxies do.",
  group: "http",
  stage: "bytes",
  shapes: ["http-sse"],
  at: ["$stream", "$resume"],
  params: v.strictObject({
    holdHead: v.optional(flag("Whether the head is held back, too."), false),
    blockBytes: v.optional(
      wholeNumber(
        1,
        MAX_HELD_CHARACTERS,
        "Length of the blocks that leave as soon as they are full, in bytes; none unless set.",
      ),
    ),
    everyMs: v.optional(
      wholeNumber(1, 60_000, "How long a byte is held at most, in milliseconds; to the end unless set."),
    ),
  }),
  examples: [{ holdHead: false }, { holdHead: true }, { holdHead: false, blockBytes: 16_384, everyMs: 5_000 }],
  breaks: [],
  exercises: [{ check: "TMO-01" }, { check: "SSE-07" }],
  seenIn: ["M2"],
  tolerates: ["success", "timeout"],
  robust:
    "Keeps to its own time limit when a request of the server never reaches it, and says that the stream may be buffered on the way.",
  apply: ({ holdHead, blockBytes = Infinity, everyMs }) =>
    async function* (frames, wire) {
      const source = frames[Symbol.asyncIterator]();
      let head: Frame | undefined;
      let held: Buffer[] = [];
      let size = 0;
      let dueAt = Infinity;
      const release = function* (length = size): Generator<Frame> {
        if (head !== undefined) yield head;
        head = undefined;
        dueAt = Infinity;
        if (length === 0) return;
        const all = Buffer.concat(held);
        held = length < size ? [all.subarray(length)] : [];
        size -= length;
        yield { kind: "bytes", bytes: all.subarray(0, length) };
      };
      try {
        for (let pending = source.next(); ;) {
          const step = await before(dueAt, pending, wire);
          if (step === undefined) {
            yield* release();
            continue;
          }
          if (step.done === true) break;
          const frame = step.value;
          if (frame.kind === "head" && holdHead) head = frame;
          else if (frame.kind === "bytes") {
            const bytes = bytesOf(frame);
            held.push(bytes);
            size += bytes.length;
            if (size >= blockBytes) yield* release(size - (size % blockBytes));
            if (size > 0 && everyMs !== undefined) dueAt = Math.min(dueAt, wire.clock.now() + everyMs);
            // What is held is bounded; a proxy whose buffer is full gives up, too.
            if (size > MAX_HELD_CHARACTERS) {
              yield { kind: "close", how: "cut" };
              return;
            }
          } else {
            if (frame.kind === "close") yield* release();
            yield frame;
          }
          pending = source.next();
        }
        yield* release();
      } finally {
        // Not awaited: what stands before may be in the middle of a wait of its own.
        source.return?.().then(undefined, () => undefined);
      }
    },
});

/** The step, or undefined where it has not come by `dueAt`. */
function before<T>(dueAt: number, step: Promise<T>, { clock, over }: Wire): Promise<T | undefined> {
  if (dueAt === Infinity) return step;
  return within(clock, Math.max(0, dueAt - clock.now()), over, (signal) =>
    Promise.race([step, until(signal).then(() => undefined)]),
  );
}
