import type { Exchange } from "../protocol/exchange.ts";
import type { HttpAnswer } from "../wire/http-port.ts";
import { headFlaw, readEvents, type ReadingContext, type StreamEnd } from "./answer-reader.ts";
import { mediaTypeOf } from "./http-headers.ts";
import { transportLoss, type ClientFailure, type ClientOutcome } from "./outcome.ts";

/** Wait before a resumption where the server has not said how long; doubled for each that leads nowhere. */
export const DEFAULT_RETRY_MS = 1_000;
/** Longest wait that a server can ask for. */
const MAX_RETRY_MS = 3_600_000;
/** Resumptions in a row that bring no new event id. */
const MAX_IDLE_RESUMPTIONS = 3;
/** Resumptions of one call, whatever they bring. */
const MAX_RESUMPTIONS = 100;

/** How long to leave the server alone before the next try: never shorter than it asked for (SSE-11). */
export function retryDelay(retryMs: number | undefined, idle: number): number {
  return Math.min((retryMs ?? DEFAULT_RETRY_MS) * 2 ** idle, MAX_RETRY_MS);
}

/**
 * Legacy: fetches the rest of a call's stream by GET with the last event id, and never by a second POST. Says why the call has no
 * answer, where it still has none at the end.
 */
export async function resumeStream(
  first: StreamEnd,
  exchange: Exchange,
  reading: ReadingContext,
  get: (lastEventId: string) => Promise<ClientOutcome<HttpAnswer>>,
): Promise<ClientFailure> {
  const { events, clock, controller } = reading;
  let { failure, lastEventId, retryMs } = first;
  let idle = 0;
  for (let tries = 0; tries < MAX_RESUMPTIONS && idle < MAX_IDLE_RESUMPTIONS; tries++) {
    if (lastEventId === undefined || !events.waits(exchange)) return failure;
    events.observe("connection", `${failure.message}; resumes after event ${JSON.stringify(lastEventId)}`);
    if (!(await clock.sleep(retryDelay(retryMs, idle), controller.signal))) return failure;
    if (!events.waits(exchange)) return failure; // the answer has come by another way
    const sent = await get(lastEventId);
    if (!sent.ok) {
      failure = sent.failure;
      idle++;
      continue;
    }
    const flaw = resumptionFlaw(sent.value);
    if (flaw !== undefined) {
      controller.abort();
      return transportLoss(`${failure.message}, and it could not be resumed: ${flaw}`);
    }
    const end = await readEvents(sent.value, exchange, reading);
    idle = end.lastEventId === undefined || end.lastEventId === lastEventId ? idle + 1 : 0;
    lastEventId = end.lastEventId ?? lastEventId;
    retryMs = end.retryMs ?? retryMs;
    failure = end.failure;
  }
  return failure;
}

/** Why the answer to a GET is no event stream; undefined where it is one. */
export function resumptionFlaw(answer: HttpAnswer): string | undefined {
  const { status, headers } = answer;
  if (status !== 200) return `HTTP ${status}`;
  const type = mediaTypeOf(headers);
  return type === "text/event-stream" ? headFlaw(answer) : `HTTP 200 with the content type ${JSON.stringify(type)}`;
}
