import type { Exchange } from "../protocol/exchange.ts";
import type { Frame } from "../wire/frame.ts";
import { encodeLine } from "../wire/framing/line.ts";
import type { Sink } from "../wire/pipeline.ts";
import type { Tap } from "../wire/tap.ts";

/** Takes the frames that the client sends in one exchange: a `request` head (HTTP), messages, closes. */
export interface Outbound {
  push(frame: Frame): void;
  /** No more frames will come. */
  end(): void;
}

/**
 * Stands between the frames of an exchange of direction `to-server` and the sink that performs them. Faults on what the client
 * sends are put here, by starting a pipeline; `openDirectly` is the way without.
 */
export type OpenOutbound = (exchange: Exchange, sink: Sink) => Outbound;

/** The direct way: each frame is encoded, told to `tap` and performed at once. */
export function openDirectly(tap?: Tap): OpenOutbound {
  return (exchange, sink) => ({
    push(frame) {
      const ready = encoded(frame, exchange);
      tap?.({ direction: exchange.direction, exchange, frame: ready });
      // A sink of the client tells its failures as events, and never rejects.
      void sink.perform(ready);
    },
    end: () => sink.finish(),
  });
}

function encoded(frame: Frame, exchange: Exchange): Frame {
  if (frame.kind !== "message") return frame;
  const { message } = frame;
  return {
    kind: "bytes",
    bytes: exchange.transport === "stdio" ? encodeLine(message) : JSON.stringify(message),
    of: message,
  };
}
