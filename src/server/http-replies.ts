import { Exchange, type ExchangeFacts, type Headers, type HttpFacts } from "../protocol/exchange.ts";
import type { Peer } from "../healthy/peer.ts";
import { DirectOutput, HttpReply, QueuedOutput } from "../transports/http/http-reply.ts";
import { readableBy } from "../transports/http/cors.ts";
import { HttpSink } from "../transports/http/http-sink.ts";
import type { HttpRequest, HttpResponder } from "../wire/http-port.ts";
import type { StandingFrame } from "../wire/frame.ts";
import { startPipeline } from "../wire/pipeline.ts";
import type { Tap } from "../wire/tap.ts";
import type { Decision, Lab } from "./lab.ts";
import type { Running } from "./running.ts";

export interface OpenReplyOptions {
  readonly exchange: Exchange;
  readonly responder: HttpResponder;
  readonly peer: Peer;
  readonly running: Running;
  readonly headers?: Headers | undefined;
  /** A member of a batch: its answer is an event on the batch's stream. */
  readonly shared?: boolean | undefined;
  /** The request comes from where it has no business: its page may not read the answer. */
  readonly foreign?: true | undefined;
  /** A fault strikes the exchange's session from the registry. */
  readonly forgetSession?: (() => void) | undefined;
  /** A fault sends a message on the standing stream of the exchange's session. */
  readonly stand?: ((frame: StandingFrame) => void) | undefined;
  /** The exchange is over. */
  readonly finished?: (() => void) | undefined;
}

const NOTHING = (): void => undefined;

/** Opens the way on which one HTTP exchange is answered: direct where no fault acts on it, else through the pipeline. */
export function openReply(lab: Lab, options: OpenReplyOptions): HttpReply {
  const { exchange, responder, headers, shared, finished = NOTHING } = options;
  const decision = lab.plan.decide(exchange, options.peer);
  if (decision?.kind === "armed") return openArmedReply(lab, options, decision);
  const output = new DirectOutput(exchange, responder, tapOf(lab, options), finished);
  return new HttpReply({
    exchange,
    output,
    shape: lab.answers,
    faults: [],
    headers,
    always: alwaysOf(options),
    shared,
    refusal: decision?.reason,
  });
}

/** What every answer to a page in a browser has. */
function alwaysOf({ exchange: { http }, foreign }: OpenReplyOptions): Headers | undefined {
  const origin = foreign !== true && http instanceof RequestFacts ? http.header("origin") : undefined;
  return origin === undefined ? undefined : readableBy(origin);
}

function openArmedReply(lab: Lab, options: OpenReplyOptions, armed: Extract<Decision, { kind: "armed" }>): HttpReply {
  const {
    exchange,
    responder,
    running,
    headers,
    shared,
    forgetSession = NOTHING,
    stand = NOTHING,
    finished = NOTHING,
  } = options;
  const output = new QueuedOutput(exchange);
  const always = alwaysOf(options);
  const reply = new HttpReply({ exchange, output, shape: lab.answers, faults: armed.faults, headers, always, shared });
  const { clock, closing, onError, stderr } = lab;
  const tap = tapOf(lab, options);
  const exit = lab.exit ?? (() => responder.cut("fin"));
  const outage = lab.outages.begin;
  const sink = new HttpSink({ responder, stderr, forgetSession, stand, outage, exit, finished });
  const pipeline = startPipeline(exchange, armed.faults, sink, {
    clock,
    closing: closing.signal,
    listen: running.listen,
    tap,
    onError,
  });
  output.connect(pipeline.queue);
  running.add(exchange, pipeline, () => armed.release());
  return reply;
}

/** The tap of one exchange: hears also that the client closed it before its answer had ended. */
function tapOf({ tap, closing, outages }: Lab, { exchange, responder }: OpenReplyOptions): Tap | undefined {
  if (tap === undefined) return undefined;
  let isClosed = false;
  // By an outage: nothing that is said afterwards can have travelled.
  let isCut = false;
  responder.onLost(() => {
    if (isClosed || closing.aborted) return;
    const frame = { kind: "close", how: "cut" } as const;
    const fault = outages.cutBy;
    isCut = fault !== undefined;
    if (isCut) tap({ direction: "to-client", exchange, frame, fault });
    else tap({ direction: "to-server", exchange, frame });
  });
  return (tapped) => {
    if (tapped.frame.kind === "close") isClosed = true;
    if (!isCut) tap(tapped);
  };
}

/** What an HTTP request tells about its exchange; the headers are only listed when somebody asks. */
export function httpFacts(request: HttpRequest): HttpFacts {
  return new RequestFacts(request);
}

class RequestFacts implements HttpFacts {
  readonly #request: HttpRequest;

  constructor(request: HttpRequest) {
    this.#request = request;
  }

  get method(): string {
    return this.#request.method;
  }

  get target(): string {
    return this.#request.target;
  }

  get headers(): Headers {
    return this.#request.headers;
  }

  header(name: string): string | undefined {
    return this.#request.header(name);
  }
}

export function httpExchange(
  lab: Lab,
  request: HttpRequest,
  facts: Pick<ExchangeFacts, "method" | "name" | "era" | "revision" | "session" | "request">,
): Exchange {
  // Written out: on Node.js 20 a spread that is followed by new members costs more than the rest of the call.
  return new Exchange({
    method: facts.method,
    name: facts.name,
    era: facts.era,
    revision: facts.revision,
    session: facts.session,
    request: facts.request,
    sequence: lab.nextSequence(),
    connection: request.connection,
    transport: "http",
    direction: "to-client",
    http: httpFacts(request),
  });
}
