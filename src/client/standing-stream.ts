import type { Exchange } from "../protocol/exchange.ts";
import type { HttpAnswer } from "../wire/http-port.ts";
import { discard, readEvents, type ReadingContext } from "./answer-reader.ts";
import type { ClientOutcome } from "./outcome.ts";
import { resumptionFlaw, retryDelay } from "./resumption.ts";
import type { TransportContext } from "./transport.ts";

/** One GET: its exchange, and what comes of it. */
export interface StandingGet {
  readonly exchange: Exchange;
  readonly reading: ReadingContext;
  readonly sent: Promise<ClientOutcome<HttpAnswer>>;
}

/** Streams in a row that bring no message; a server that ends each at once is left alone then (L1). */
const MAX_IDLE_STREAMS = 3;

/**
 * Legacy: holds open the stream for messages that belong to no request, for as long as the server wants that. 405 and any other
 * refusal are final. Runs beside the calls and is waited for by nobody (M9). Never throws.
 */
export async function keepListening(
  get: (controller: AbortController, lastEventId?: string) => StandingGet,
  controller: AbortController,
  { clock, events }: TransportContext,
  isLeaving: () => boolean,
): Promise<void> {
  let lastEventId: string | undefined;
  let retryMs: number | undefined;
  for (let idle = 0; idle < MAX_IDLE_STREAMS && !controller.signal.aborted;) {
    const { exchange, reading, sent } = get(controller, lastEventId);
    const outcome = await sent;
    if (controller.signal.aborted) return;
    if (outcome.ok) {
      const flaw = resumptionFlaw(outcome.value);
      if (flaw !== undefined) {
        events.observe("connection", `no standing stream: ${flaw}`);
        await discard(outcome.value, reading.controller);
        return;
      }
      const end = await readEvents(outcome.value, exchange, reading);
      // Whoever ends the session ends the stream, too: nothing to tell of.
      if (controller.signal.aborted || isLeaving()) return;
      events.observe("connection", "the standing stream has ended");
      idle = end.lively ? 0 : idle + 1;
      lastEventId = end.lastEventId ?? lastEventId;
      retryMs = end.retryMs ?? retryMs;
    } else {
      events.observe("connection", `no standing stream: ${outcome.failure.message}`);
      idle++;
    }
    if (idle < MAX_IDLE_STREAMS) await clock.sleep(retryDelay(retryMs, idle), controller.signal);
  }
}
