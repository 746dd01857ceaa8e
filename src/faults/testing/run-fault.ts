import { createFakeClock } from "../../base/fake-clock.ts";
import { errorText } from "../../base/errors.ts";
import { DEFAULT_GAP_MS, SHUTDOWN_GRACE_MS } from "../../base/limits.ts";
import { createRandom } from "../../base/random.ts";
import { Exchange, type Direction, type HttpFacts, type PseudoExchange, type Shape } from "../../protocol/exchange.ts";
import { notification, type JsonRpcRequest } from "../../protocol/json-rpc.ts";
import type { JsonObject } from "../../protocol/json.ts";
import { requestName } from "../../protocol/request-name.ts";
import { LATEST_LEGACY_REVISION, MODERN_REVISION, type Era } from "../../protocol/revision.ts";
import type { Frame } from "../../wire/frame.ts";
import { createMailbox } from "../../wire/mailbox.ts";
import { startPipeline } from "../../wire/pipeline.ts";
import type { Mailbox } from "../../wire/transform.ts";
import { MemorySink } from "../../wire/testing/memory-sink.ts";
import { playHealthy, type HealthyHalf } from "./healthy-half.ts";
import { sampleRequest } from "./sample-messages.ts";
import type { RunnableFault } from "./runnable-fault.ts";

export interface FaultRunOptions extends HealthyHalf {
  /** How the exchange travels; `stdio` unless set. `http-json` becomes an event stream where the fault cannot have it. */
  readonly shape?: Shape;
  /** `legacy` unless set. */
  readonly era?: Era;
  /** The method of the request; a call of the fault's tool unless set. */
  readonly method?: string;
  /** The request itself, where a sample of the method is not enough. Samples carry a progress token. */
  readonly request?: JsonRpcRequest;
  /** An exchange without a request, for faults that act on those; then `method` and `request` are ignored. */
  readonly at?: PseudoExchange;
  /** What the peer sends meanwhile, each at its time in milliseconds since the start. */
  readonly peer?: readonly { readonly atMs: number; readonly message: JsonObject }[];
  /** When the peer cancels, in the way of the transport and era. */
  readonly cancelAtMs?: number;
  /** When the lab stops: 60000 unless set. */
  readonly stopAtMs?: number;
  /** Whether every close but a clean one fails. */
  readonly refuseClose?: boolean;
  /** Of chance; 1 unless set. */
  readonly seed?: number;
  /** What the exchanges under one rule hand each other; empty unless set. */
  readonly shared?: Mailbox;
}

/** One frame of a run. */
export interface RunFrame {
  readonly atMs: number;
  readonly frame: Frame;
  /** The fault's name where the fault wrote or changed the frame; undefined for what the healthy side sent. */
  readonly fault: string | undefined;
}

/** One thing that the peer did. */
export interface Received {
  readonly atMs: number;
  /** Undefined where it closed the request. */
  readonly message: JsonObject | undefined;
  /** Whether the fault kept the message from the healthy side. */
  readonly withheld: boolean;
}

/** What a fault did on one exchange. */
export interface FaultRun {
  readonly exchange: Exchange;
  /** Encoded, in order, each at the time at which it was performed. */
  readonly frames: readonly RunFrame[];
  /** The messages among them. */
  readonly messages: readonly JsonObject[];
  /** What the peer did meanwhile. */
  readonly received: readonly Received[];
  /** What the exchange came to its end by; `nothing` where it has not ended, which is a defect of the fault. */
  readonly endedBy: "itself" | "cancel" | "stop" | "nothing";
  readonly endedAtMs: number | undefined;
  /** Timers that were left when it ended: 0, or a defect of the fault. */
  readonly pendingTimers: number;
  /** Texts of what the fault threw: empty, or a defect of the fault. */
  readonly errors: readonly string[];
}

/**
 * Runs one fault on one exchange, through the real pipeline, on a clock that does not wait and into a memory. Both ways out are
 * tried: what has not ended when the time is up is told that the lab stops.
 */
export async function runFault<P>(
  fault: RunnableFault<P>,
  params: P,
  options: FaultRunOptions = {},
): Promise<FaultRun> {
  const { shape = "stdio", stopAtMs = 60_000 } = options;
  const clock = createFakeClock();
  const closing = new AbortController();
  // A shutdown begins when the lab stops.
  if (options.at === "$shutdown") closing.abort();
  const exchange = createExchange(fault, params, options);
  const refuse = (frame: Frame) =>
    options.refuseClose === true && frame.kind === "close" && frame.how !== "end" ? new Error("refused") : undefined;
  const sink = new MemorySink({ clock, gapMs: shape === "stdio" ? DEFAULT_GAP_MS : undefined, refuse });
  const authors = new Map<Frame, string | undefined>();
  const listeners = new Set<(message: JsonObject) => void>();
  const received: Received[] = [];
  const errors: string[] = [];

  const acting = {
    name: fault.name,
    rule: "run",
    stage: fault.stage,
    shapes: fault.shapes,
    transform: fault.apply(params),
    inbound: fault.inbound?.(params),
    maxMs: fault.maxMs ?? 0,
    random: createRandom(options.seed ?? 1),
    shared: options.shared ?? createMailbox(),
  };
  const pipeline = startPipeline(exchange, [acting], sink, {
    clock,
    closing: closing.signal,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tap: (what) => void authors.set(what.frame, what.fault),
    onError: (error) => void errors.push(errorText(error)),
  });
  const { queue } = pipeline;
  exchange.onCancel = () => queue.end({ drop: exchange.isSilenced });
  let end: { by: FaultRun["endedBy"]; atMs: number; pendingTimers: number } | undefined;
  let trigger: FaultRun["endedBy"] = "itself";
  void pipeline.done.then(() => (end = { by: trigger, atMs: clock.now(), pendingTimers: clock.pending }));
  void playHealthy(fault, params, options, { exchange, shape, queue, clock }).catch(
    (error: unknown) => void errors.push(errorText(error)),
  );

  const receive = (message: JsonObject): boolean => {
    for (const listener of [...listeners]) listener(message);
    const withheld = pipeline.inbound(message) === "withhold";
    received.push({ atMs: clock.now(), message, withheld });
    return !withheld;
  };
  const cancel = () => {
    const isMessage = exchange.transport === "stdio" || exchange.era === "legacy";
    const cancelled = notification("notifications/cancelled", { requestId: exchange.request?.id });
    if (!isMessage) received.push({ atMs: clock.now(), message: undefined, withheld: false });
    else if (!receive(cancelled)) return;
    trigger = "cancel";
    exchange.cancel();
  };
  const stop = () => {
    if (end !== undefined) return;
    trigger = "stop";
    closing.abort();
    // The healthy side is told to leave its work; a fault that holds an answer has to see the signal by itself.
    if (!pipeline.answered) exchange.cancel();
  };
  const script = (options.peer ?? []).map(({ atMs, message }) => ({ atMs, act: (): void => void receive(message) }));
  if (options.cancelAtMs !== undefined) script.push({ atMs: options.cancelAtMs, act: cancel });
  script.sort((a, b) => a.atMs - b.atMs).push({ atMs: stopAtMs, act: stop });
  await clock.advance(0);
  for (const { atMs, act } of script) {
    // What is due at one time arrives together, like lines in one chunk.
    if (atMs > clock.now()) await clock.advance(atMs - clock.now());
    if (end === undefined) act();
  }
  // What is on its way may still leave, in the time that a server gives it.
  await clock.advance(Math.max(SHUTDOWN_GRACE_MS, fault.maxMs ?? 0));

  return {
    exchange,
    frames: sink.performed.map(({ atMs, frame }) => ({ atMs, frame, fault: authors.get(frame) })),
    messages: sink.performed.flatMap(({ frame }) =>
      frame.kind === "bytes" && frame.of !== undefined ? [frame.of] : [],
    ),
    received,
    endedBy: end?.by ?? "nothing",
    endedAtMs: end?.atMs,
    pendingTimers: end?.pendingTimers ?? clock.pending,
    errors,
  };
}

function createExchange<P>(fault: RunnableFault<P>, params: P, options: FaultRunOptions): Exchange {
  const { shape = "stdio", era = "legacy", at } = options;
  const transport = shape === "stdio" ? "stdio" : "http";
  const direction: Direction = fault.direction === "to-server" ? "to-server" : "to-client";
  // Parameters come out of a schema for JSON, whatever their type says.
  const toolParams = { name: fault.name, arguments: params as JsonObject };
  const sample = (): JsonRpcRequest =>
    options.method === undefined ? sampleRequest("tools/call", toolParams) : sampleRequest(options.method);
  const request = at !== undefined ? undefined : (options.request ?? sample());
  return new Exchange({
    sequence: 1,
    connection: 1,
    session: transport === "http" && era === "legacy" ? 1 : undefined,
    method: at ?? request?.method ?? "tools/call",
    name: request === undefined ? undefined : requestName(request),
    era,
    revision: era === "modern" ? MODERN_REVISION : LATEST_LEGACY_REVISION,
    transport,
    direction,
    request,
    http: transport === "http" && direction === "to-client" ? httpFacts(at) : undefined,
  });
}

function httpFacts(at: PseudoExchange | undefined): HttpFacts {
  const method = at === "$delete" ? "DELETE" : at === "$stream" || at === "$resume" ? "GET" : "POST";
  return { method, target: "/mcp", headers: [["Host", "127.0.0.1:3000"]] };
}
