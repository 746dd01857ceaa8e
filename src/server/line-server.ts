import { isUtf8 } from "node:buffer";
import { MAX_BATCH_MESSAGES, MAX_LINE_BYTES, SHUTDOWN_GRACE_MS } from "../base/limits.ts";
import type { Peer } from "../healthy/peer.ts";
import { envelopeRevision } from "../protocol/envelope.ts";
import { Exchange } from "../protocol/exchange.ts";
import { classify, error, ERROR_CODES, looksLikeResponse, type JsonRpcRequest } from "../protocol/json-rpc.ts";
import type { JsonObject } from "../protocol/json.ts";
import { parseJson } from "../protocol/parse.ts";
import { notificationName, requestName } from "../protocol/request-name.ts";
import { BATCH_REVISION, LATEST_LEGACY_REVISION, MODERN_REVISION } from "../protocol/revision.ts";
import { LineConnection, type LineHost } from "../transports/stdio/line-connection.ts";
import type { Channel } from "../wire/channel.ts";
import type { Line } from "../wire/framing/line.ts";
import type { CloseFrame } from "../wire/frame.ts";
import type { Link } from "../wire/link.ts";
import type { PipelineContext } from "../wire/pipeline.ts";
import type { ActingFault } from "../wire/transform.ts";
import type { Lab } from "./lab.ts";
import { liveThrough, type LifeCycleMoment } from "./pseudo-exchange.ts";
import { Running } from "./running.ts";

/** How a connection ended: by its peer, by the lab, or by a fault that wants the process to end. */
export interface LineEnd {
  readonly by: "peer" | "lab" | "fault";
  readonly code: number;
  readonly signal?: "SIGKILL" | undefined;
}

/** Serves one stream of lines until it ends. Each message is served by what it carries (SPEC 2). */
export class LineServer implements LineHost {
  /** Settles once the connection is closed and everything on it has been released. */
  readonly finished: Promise<LineEnd>;
  readonly #lab: Lab;
  readonly #ordinal: number;
  readonly #connection: LineConnection;
  readonly #peer: Peer;
  readonly #running = new Running();
  #context: PipelineContext | undefined;
  #settle: (end: LineEnd) => void = () => undefined;
  #stream: Channel | undefined;
  #ending = false;

  constructor(lab: Lab, link: Link, ordinal: number) {
    this.#lab = lab;
    this.#ordinal = ordinal;
    this.finished = new Promise((resolve) => {
      this.#settle = resolve;
    });
    const { clock, tap, stderr } = lab;
    this.#connection = new LineConnection({ link, host: this, clock, tap, stderr });
    this.#peer = lab.healthy.openPeer({ kind: "stdio", push: (message) => this.#push(message) });
    void this.#begin();
  }

  line(line: Line): void {
    if (this.#ending) return;
    if (line.kind === "too-long") {
      this.#refuse(ERROR_CODES.invalidRequest, `the line is longer than ${MAX_LINE_BYTES} bytes`);
      return;
    }
    const text = line.bytes.toString();
    const parsed = isUtf8(line.bytes) ? parseJson(text) : { problem: "not valid UTF-8" };
    if ("problem" in parsed) this.#refuse(ERROR_CODES.parseError, `Parse error: the line is ${parsed.problem}`, text);
    else if (Array.isArray(parsed.value)) this.#batch(parsed.value, text);
    else this.#message(parsed.value, text);
  }

  ended(): void {
    void this.#end("peer", "eof");
  }

  closed(frame: CloseFrame): void {
    if (frame.how === "cut") this.#loseVoice();
    else void this.#end("fault", undefined, frame);
  }

  /** The lab stops: what waits is ended, what is on its way leaves. */
  stop(cause?: "SIGINT" | "SIGTERM"): void {
    void this.#end("lab", cause);
  }

  /** What has not left by now never will. */
  destroy(): void {
    this.#connection.destroy();
  }

  #message(value: unknown, text: string): void {
    const classified = classify(value);
    if (classified.kind === "invalid" && looksLikeResponse(value)) {
      // A broken answer to one of our requests is that request's outcome; there is nobody to answer it to.
      this.#peer.response(value);
      return;
    }
    if (classified.kind === "invalid") {
      this.#refuse(ERROR_CODES.invalidRequest, `Invalid request: ${classified.reason}`, text, classified.id);
      return;
    }
    const { message } = classified;
    if (classified.kind === "request") {
      this.#request(classified.message, text);
      return;
    }
    const exchange = this.#exchange("$notification", message, undefined, notificationName(classified));
    this.#lab.tap?.({ direction: "to-server", exchange, frame: { kind: "bytes", bytes: text, of: message } });
    if (!this.#running.incoming(message)) return;
    if (classified.kind === "response") this.#peer.response(classified.message);
    else this.#peer.notification(classified.message, this.#open(exchange).channel);
  }

  #request(message: JsonRpcRequest, text: string): void {
    const exchange = this.#exchange(message.method, message, message);
    this.#lab.tap?.({ direction: "to-server", exchange, frame: { kind: "bytes", bytes: text, of: message } });
    if (!this.#running.incoming(message)) return;
    const pending = this.#lab.plan.pending?.(exchange);
    if (pending === undefined) this.#serve(exchange, message);
    else void pending.then(() => this.#serve(exchange, message));
  }

  #serve(exchange: Exchange, message: JsonRpcRequest): void {
    const { channel, refusal } = this.#open(exchange);
    if (refusal === undefined) this.#peer.request(message, channel);
    else channel.answer(error(message.id, ERROR_CODES.invalidParams, refusal));
  }

  /** Batches exist at one revision only. Each member is answered for itself. */
  #batch(values: readonly unknown[], text: string): void {
    if (this.#peer.revision !== BATCH_REVISION) {
      this.#refuse(ERROR_CODES.invalidRequest, `Invalid request: batches exist at ${BATCH_REVISION} only`, text);
    } else if (values.length === 0 || values.length > MAX_BATCH_MESSAGES) {
      this.#refuse(
        ERROR_CODES.invalidRequest,
        `Invalid request: a batch has 1 to ${MAX_BATCH_MESSAGES} messages`,
        text,
      );
    } else {
      for (const value of values) this.#message(value, JSON.stringify(value));
    }
  }

  #refuse(code: number, reason: string, text?: string, id: string | number | null = null): void {
    const exchange = this.#exchange("$refused", undefined);
    if (text !== undefined)
      this.#lab.tap?.({ direction: "to-server", exchange, frame: { kind: "bytes", bytes: text } });
    this.#open(exchange).channel.answer(error(id, code, reason));
  }

  #push(message: JsonObject): void {
    this.#stream ??= this.#open(this.#exchange("$stream", undefined)).channel;
    this.#stream.send(message);
  }

  #exchange(
    method: string,
    message: JsonObject | undefined,
    request?: JsonRpcRequest,
    name: string | undefined = request === undefined ? undefined : requestName(request),
  ): Exchange {
    const modern = message !== undefined && envelopeRevision(message) !== undefined;
    return new Exchange({
      sequence: this.#lab.nextSequence(),
      connection: this.#ordinal,
      method,
      name,
      era: modern ? "modern" : "legacy",
      revision: modern ? MODERN_REVISION : (this.#peer?.revision ?? LATEST_LEGACY_REVISION),
      transport: "stdio",
      direction: "to-client",
      request,
    });
  }

  #open(exchange: Exchange): { readonly channel: Channel; readonly refusal?: string | undefined } {
    const decision = this.#lab.plan.decide(exchange, this.#peer);
    if (decision?.kind !== "armed") {
      return { channel: this.#connection.openDirect(exchange), refusal: decision?.reason };
    }
    const { channel, pipeline } = this.#connection.openArmed(exchange, decision.faults, this.#pipelines());
    this.#running.add(exchange, pipeline, () => decision.release());
    return { channel };
  }

  /** Made when a fault first acts: no other connection pays for its signal. */
  #pipelines(): PipelineContext {
    const { clock, closing, tap, onError } = this.#lab;
    return (this.#context ??= { clock, closing: closing.signal, listen: this.#running.listen, tap, onError });
  }

  /**
   * Reads once the moments before the first line are over. Where the input ends meanwhile they have as long as a shutdown has: nothing
   * but `$shutdown` may delay the end for longer (SPEC 14.2).
   */
  async #begin(): Promise<void> {
    let isLate = false;
    let stopWaiting = (): void => undefined;
    const hurry = (): void => {
      isLate = true;
      this.#running.cancelAll({ drain: true });
    };
    for (const moment of ["$start", "$open"] as const) {
      const done = this.#live(moment);
      if (done === undefined) continue;
      if (isLate) hurry();
      this.#connection.hold(() => (stopWaiting = this.#lab.clock.after(SHUTDOWN_GRACE_MS, hurry)));
      await done;
    }
    stopWaiting();
    if (!this.#ending) this.#connection.start();
  }

  #live(moment: LifeCycleMoment, cause?: Exchange["cause"]): Promise<void> | undefined {
    const sink = (faults: readonly ActingFault[]) => this.#connection.sink(faults);
    const running = this.#running;
    return liveThrough(this.#lab, { moment, transport: "stdio", connection: this.#ordinal, cause, running, sink });
  }

  /** Nothing can be said any more, but the process lives until its input ends. */
  #loseVoice(): void {
    this.#peer.close();
    this.#running.cancelAll({ drain: false });
    this.#stream?.end();
  }

  /** An exchange whose answer exists still writes all its frames; calls that wait are dropped (SPEC 14.2). */
  async #end(by: LineEnd["by"], cause: Exchange["cause"], frame?: CloseFrame): Promise<void> {
    if (this.#ending) return;
    this.#ending = true;
    this.#peer.close();
    this.#running.cancelAll({ drain: by !== "fault" });
    this.#stream?.end();
    const stopWaiting = this.#lab.clock.after(SHUTDOWN_GRACE_MS, () => this.destroy());
    if (by === "fault") this.destroy();
    else {
      await Promise.race([this.#running.settled(), this.#connection.gone]);
      const shutdown = this.#live("$shutdown", cause);
      if (shutdown !== undefined) {
        // From here on the bound is the fault's own.
        stopWaiting();
        await shutdown;
      }
      await this.#connection.end();
    }
    stopWaiting();
    this.#lab.plan.release({ transport: "stdio", connection: this.#ordinal, session: undefined });
    this.#settle({ by, code: frame?.code ?? 0, signal: frame?.signal });
  }
}
