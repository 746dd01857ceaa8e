import { isAnswer } from "../wire/answer.ts";
import type { Frame } from "../wire/frame.ts";
import type { Transform, Wire } from "../wire/transform.ts";

/**
 * A transform that sends something of its own before or after the answer. Where there is none to come (an open stream, a notification,
 * a subscription) it goes out right after the first frame, or at the end where nothing is said at all.
 */
export function besideAnswer(
  place: "before" | "after",
  own: (wire: Wire) => Iterable<Frame> | AsyncIterable<Frame>,
): Transform {
  return async function* (frames, wire) {
    const { method } = wire.exchange;
    const isOpenEnded = method.startsWith("$") || method === "subscriptions/listen";
    let isSent = false;
    for await (const frame of frames) {
      if (!isSent && place === "before" && isAnswer(frame)) {
        isSent = true;
        yield* own(wire);
      }
      yield frame;
      // A subscription is acknowledged before anything else is said on it.
      const isTurn = isOpenEnded ? method.startsWith("$") || frame.kind === "message" : isAnswer(frame);
      if (isSent || !isTurn) continue;
      isSent = true;
      yield* own(wire);
    }
    if (!isSent && isOpenEnded) yield* own(wire);
  };
}
