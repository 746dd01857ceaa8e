import { errorText } from "../base/errors.ts";
import type { Exchange, Headers } from "../protocol/exchange.ts";
import { ERROR_CODES, type JsonRpcMessage } from "../protocol/json-rpc.ts";
import type { HttpAnswer, HttpPort } from "../wire/http-port.ts";
import { discard, headFlaw, lossOf, readEvents, readJsonBody, sawHead, type ReadingContext } from "./answer-reader.ts";
import { deleteHeaders, getHeaders, headerOf, mediaTypeOf, postHeaders, type HttpSession } from "./http-headers.ts";
import { readRefusal } from "./http-refusal.ts";
import { HttpSink } from "./http-sink.ts";
import {
  failed,
  GIVEN_UP,
  invalidMessage,
  succeeded,
  transportLoss,
  type ClientFailure,
  type ClientOutcome,
} from "./outcome.ts";
import { quoted } from "./quoted.ts";
import { resumeStream } from "./resumption.ts";
import { keepListening } from "./standing-stream.ts";
import { ToolHeaders } from "./tool-headers.ts";
import type { ClientTransport, TransportContext } from "./transport.ts";

export interface HttpTransportOptions {
  /** Called once, when connecting: what it needs is loaded then. */
  openPort(): HttpPort | Promise<HttpPort>;
  /** Path and query of the endpoint. */
  readonly target: string;
  /** Sent with every request. */
  readonly headers?: Headers | undefined;
}

const KEPT_BACK = transportLoss("a fault has kept the message back");

/** Streamable HTTP of both eras, over sockets or in memory. */
export function createHttpTransport(options: HttpTransportOptions): ClientTransport {
  return new HttpTransport(options);
}

const SESSION_ID = /^[\x21-\x7e]+$/;
/** How long the body of an answer that should have none is waited for. */
const BODY_GRACE_MS = 500;
/** At the end: for what the server still says on a stream whose request it has answered. */
const LAST_WORDS_MS = 200;
/** What a server that does not end sessions, or has lost this one, answers to DELETE: no failure (SPEC 14.12). */
const NOTHING_TO_DELETE = [404, 405, 501];

class HttpTransport implements ClientTransport {
  readonly kind = "http";
  readonly toolHeaders = new ToolHeaders();
  readonly #options: HttpTransportOptions;
  readonly #session: HttpSession;
  readonly #open = new Map<Exchange, AbortController>();
  /** The work of those that are open. */
  readonly #working = new Map<Exchange, Promise<unknown>>();
  readonly #standing = new AbortController();
  #context: TransportContext | undefined;
  #port: HttpPort | undefined;
  /** Why nothing more is said in the session: a lost one is never used again (SES-06), and no other is opened in silence. */
  #lost: ClientFailure | undefined;
  /** Exchanges whose request bore the session's id as it was sent: a fault may have made something else of it. */
  readonly #inSession = new WeakSet<Exchange>();
  #listening: Promise<unknown> | undefined;
  /** The session is being ended. */
  #isLeaving = false;

  constructor(options: HttpTransportOptions) {
    this.#options = options;
    this.#session = { own: options.headers ?? [], toolHeaders: this.toolHeaders, id: undefined };
  }

  async open(context: TransportContext): Promise<ClientFailure | undefined> {
    this.#context = context;
    const port = await this.#options.openPort();
    if (this.#standing.signal.aborted) port.close(); // closed while it was being opened
    this.#port = port;
    return undefined;
  }

  request(exchange: Exchange, message: JsonRpcMessage): void {
    void this.#hold(exchange, async (reading) => {
      const sent = await this.#send(exchange, "POST", postHeaders(exchange, message, this.#session), reading, message);
      if (!sent.ok) reading.events.failed(exchange, sent.failure);
      else await this.#read(sent.value, exchange, reading);
    });
  }

  post(exchange: Exchange, message: JsonRpcMessage): Promise<ClientFailure | undefined> {
    return new Promise((resolve) => {
      const work = this.#hold(exchange, async (reading) => {
        const sent = await this.#send(
          exchange,
          "POST",
          postHeaders(exchange, message, this.#session),
          reading,
          message,
        );
        // As on stdio: whoever sends a notification does not know whether it leaves.
        if (!sent.ok) return sent.failure === KEPT_BACK ? undefined : sent.failure;
        const { status } = sent.value;
        if (status < 200 || status > 299) return this.#refusal(sent.value, exchange, reading);
        if (status !== 202)
          reading.events.observe("connection", `HTTP ${status} to ${exchange.method}, where 202 is due`);
        // Once the body has ended its connection serves the next request; a body without end is not waited for.
        const release = reading.clock.after(BODY_GRACE_MS, () => resolve(undefined), { unref: true });
        await discard(sent.value, reading.controller);
        release();
        return undefined;
      });
      void work.then(resolve);
    });
  }

  abandon(exchange: Exchange): boolean {
    const controller = this.#open.get(exchange);
    const isOpen = controller?.signal.aborted === false;
    controller?.abort();
    return isOpen;
  }

  get listening(): Promise<unknown> | undefined {
    return this.#listening;
  }

  listen(): void {
    const context = this.#context;
    if (context === undefined) return;
    const { clock, events } = context;
    const get = (controller: AbortController, lastEventId?: string) => {
      const exchange = context.exchange(lastEventId === undefined ? "$stream" : "$resume");
      const reading = { clock, events, controller };
      const sent = this.#send(exchange, "GET", getHeaders(exchange, this.#session, lastEventId), reading);
      this.#listening ??= sent;
      return { exchange, reading, sent };
    };
    void keepListening(get, this.#standing, context, () => this.#isLeaving);
  }

  async close(signal: AbortSignal): Promise<ClientFailure | undefined> {
    await this.#lastWords(signal);
    for (const controller of this.#open.values()) controller.abort();
    try {
      return this.#session.id === undefined ? undefined : await this.#endSession(signal);
    } finally {
      this.#standing.abort();
      this.#port?.close();
    }
  }

  /** What follows an answer on its own stream is a little behind it, and is to be seen; a stream without end is not waited for. */
  async #lastWords(signal: AbortSignal): Promise<void> {
    const context = this.#context;
    if (context === undefined) return;
    const { clock, events } = context;
    const behind = [...this.#working].flatMap(([exchange, work]) =>
      exchange.request === undefined || events.waits(exchange) || this.#open.get(exchange)?.signal.aborted !== false
        ? []
        : [work],
    );
    if (behind.length === 0 || signal.aborted) return;
    const over = new AbortController();
    const waited = clock.sleep(LAST_WORDS_MS, AbortSignal.any([over.signal, signal]));
    await Promise.race([Promise.allSettled(behind), waited]);
    over.abort();
  }

  /** One DELETE, as the last request (SPEC 14.12). */
  async #endSession(signal: AbortSignal): Promise<ClientFailure | undefined> {
    if (this.#context === undefined) return undefined;
    this.#isLeaving = true;
    const exchange = this.#context.exchange("$delete");
    return this.#hold(exchange, async (reading) => {
      const { controller, events } = reading;
      const stop = () => controller.abort();
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
      try {
        const sent = await this.#send(exchange, "DELETE", deleteHeaders(exchange, this.#session), reading);
        if (!sent.ok)
          return sent.failure.kind === "cancelled"
            ? { ...GIVEN_UP, message: "DELETE was not answered in time" }
            : sent.failure;
        const { status } = sent.value;
        if (NOTHING_TO_DELETE.includes(status)) events.observe("connection", `HTTP ${status} to DELETE`);
        else if (status < 200 || status > 299) return await readRefusal(sent.value, exchange, reading);
        return undefined;
      } finally {
        signal.removeEventListener("abort", stop);
        controller.abort();
      }
    });
  }

  /** Runs the work of one exchange, which `abandon` and `close` can end. */
  #hold<T>(exchange: Exchange, work: (reading: ReadingContext) => Promise<T>): Promise<T | undefined> {
    const working = this.#perform(exchange, work);
    if (this.#open.has(exchange)) this.#working.set(exchange, working);
    return working;
  }

  async #perform<T>(exchange: Exchange, work: (reading: ReadingContext) => Promise<T>): Promise<T | undefined> {
    const context = this.#context;
    if (context === undefined) return undefined;
    const controller = new AbortController();
    this.#open.set(exchange, controller);
    try {
      return await work({ clock: context.clock, events: context.events, controller });
    } catch (error) {
      context.events.failed(exchange, transportLoss(errorText(error)));
      return undefined;
    } finally {
      this.#open.delete(exchange);
      this.#working.delete(exchange);
    }
  }

  /** Sends the frames of one request; settles at the head of its answer. */
  async #send(
    exchange: Exchange,
    method: string,
    headers: Headers,
    reading: ReadingContext,
    message?: JsonRpcMessage,
  ): Promise<ClientOutcome<HttpAnswer>> {
    if (this.#context === undefined || this.#port === undefined) return failed(transportLoss("not connected"));
    if (this.#lost !== undefined && method !== "DELETE") return failed(this.#lost);
    exchange.shape = "http-json"; // of what is sent: one message, one body
    const sink = new HttpSink(this.#port, reading.controller);
    const outbound = this.#context.outbound(exchange, sink);
    outbound.push({ kind: "request", method, target: this.#options.target, headers });
    if (message !== undefined) outbound.push({ kind: "message", message });
    outbound.end();
    try {
      const answer = await sink.answer;
      if (sink.sent("mcp-session-id") === this.#session.id) this.#inSession.add(exchange);
      sawHead(answer, exchange, reading);
      return succeeded(answer);
    } catch (error) {
      if (sink.isKeptBack) return failed(KEPT_BACK);
      return failed(reading.controller.signal.aborted ? GIVEN_UP : lossOf(error, "the connection was lost"));
    }
  }

  /** Reads the answer to a request, whatever it is. */
  async #read(answer: HttpAnswer, exchange: Exchange, reading: ReadingContext): Promise<void> {
    const { events, controller } = reading;
    const { status, headers } = answer;
    if (status < 200 || status > 299) {
      events.failed(exchange, await this.#refusal(answer, exchange, reading));
      return;
    }
    const type = mediaTypeOf(headers);
    const flaw = headFlaw(answer) ?? (exchange.method === "initialize" ? this.#takeSession(headers) : undefined);
    if (flaw === undefined && status !== 202 && type === "application/json") {
      await readJsonBody(answer, exchange, reading);
      return;
    }
    if (flaw === undefined && status !== 202 && type === "text/event-stream") {
      await this.#readStream(answer, exchange, reading);
      return;
    }
    const found = type === "" ? "without a content type" : `with the content type ${quoted(type)}`;
    const promise = status === 202 ? ": it says that no answer will come" : "";
    events.failed(exchange, invalidMessage(flaw ?? `HTTP ${status} ${found} is no answer to a request${promise}`));
    controller.abort();
  }

  /** Reads what was answered with another status than 2xx. 404 says that the session is lost, unless it is a method that was not found. */
  async #refusal(answer: HttpAnswer, exchange: Exchange, reading: ReadingContext): Promise<ClientFailure> {
    const failure = await readRefusal(answer, exchange, reading);
    const isOfSession = this.#session.id !== undefined && this.#inSession.has(exchange);
    if (answer.status === 404 && isOfSession && failure.code !== ERROR_CODES.methodNotFound)
      this.#lost ??= transportLoss("the session is lost: the server has answered 404 in it");
    return failure;
  }

  async #readStream(answer: HttpAnswer, exchange: Exchange, reading: ReadingContext): Promise<void> {
    const end = await readEvents(answer, exchange, reading);
    if (!reading.events.waits(exchange)) return;
    if (exchange.era === "modern" || end.lastEventId === undefined) {
      reading.events.failed(exchange, end.failure);
      return;
    }
    const context = this.#context;
    const failure = await resumeStream(end, exchange, reading, (lastEventId) => {
      const resumed = context?.exchange("$resume") ?? exchange;
      return this.#send(resumed, "GET", getHeaders(resumed, this.#session, lastEventId), reading);
    });
    reading.events.failed(exchange, failure);
  }

  /** Takes the id of the session that `initialize` has opened, and says why it cannot be given back. */
  #takeSession(headers: Headers): string | undefined {
    const id = headerOf(headers, "mcp-session-id");
    if (id === undefined) return undefined;
    if (!SESSION_ID.test(id)) return "the session id holds something other than visible ASCII characters";
    this.#session.id = id;
    return undefined;
  }
}
