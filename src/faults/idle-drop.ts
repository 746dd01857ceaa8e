import * as v from "valibot";
import { until } from "../base/abort.ts";
import type { Frame, Frames } from "../wire/frame.ts";
import type { Wire } from "../wire/transform.ts";
import { defineFault } from "./define-fault.ts";
import { choice, wholeNumber } from "./parameter.ts";

export const idleDrop = defineFault({
  name: "idle_drop",
  title: "Idle connection dropped",
  summary: "Drops the connection once nothing has been sent on it for a while, as boxes on the way do.",
  group: "http",
  stage: "bytes",
  shapes: ["http-json", "http-sse"],
  // A body whose length was said is over with its last byte: whoever has it does not hear the silence behind it.
  shapesWith: ({ how }) => (how === "silence" || how === "end" ? ["http-sse"] : ["http-json", "http-sse"]),
  at: ["$stream", "$resume"],
  params: v.strictObject({
    idleMs: wholeNumber(0, 60_000, "How long nothing is sent before, in milliseconds."),
    how: v.optional(
      choice(
        ["cut", "reset", "end", "silence"],
        "cut: the connection ends in the middle. reset: with a TCP reset. end: the event stream ends cleanly. silence: it stays open and nothing comes any more, also where the answer has been sent.",
      ),
      "cut",
    ),
  }),
  examples: [
    { idleMs: 5_000, how: "cut" },
    { idleMs: 5_000, how: "end" },
  ],
  shownWith: { at: "$stream" },
  breaks: [{ check: "SSE-12" }],
  exercises: [{ check: "SSE-22" }, { check: "SSE-32" }, { check: "SSE-29" }, { check: "TMO-09" }],
  seenIn: ["L3", "M7", "M10"],
  tolerates: ["success", "transport_loss", "timeout"],
  robust:
    "Opens the stream again, after a pause that grows; a call that was in flight fails with an error that says that its outcome is unknown. After an answer, the next call goes out on a fresh connection.",
  apply: ({ idleMs, how }) =>
    async function* (frames, wire) {
      let isEnded = false;
      for await (const frame of untilIdle(frames, idleMs, wire)) {
        if (frame.kind === "close") isEnded = true;
        // A stream that falls silent is not ended, whatever has been said on it.
        if (frame.kind !== "close" || how !== "silence") yield frame;
      }
      if (wire.over.aborted) return;
      if (how === "silence") await until(wire.over);
      else if (how !== "end") yield { kind: "close", how };
      else if (!isEnded) yield { kind: "close", how };
    },
});

/** The frames, up to the first pause of `idleMs`, which may also be the one after the last. */
async function* untilIdle(frames: Frames, idleMs: number, { clock, over }: Wire): AsyncGenerator<Frame> {
  const source = frames[Symbol.asyncIterator]();
  for (;;) {
    const waiting = new AbortController();
    const stop = () => waiting.abort();
    over.addEventListener("abort", stop, { once: true });
    const step = source.next();
    const idle = clock.sleep(idleMs, over.aborted ? over : waiting.signal).then(() => undefined);
    const first = await Promise.race([step, idle]);
    stop();
    over.removeEventListener("abort", stop);
    if (first === undefined || over.aborted) {
      // Not awaited: what stands before may be in the middle of a wait of its own.
      source.return?.().then(undefined, () => undefined);
      return;
    }
    if (first.done === true) {
      await clock.sleep(idleMs, over);
      return;
    }
    yield first.value;
  }
}
