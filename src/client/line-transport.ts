import { MAX_CLIENT_MESSAGE_BYTES } from "../base/limits.ts";
import type { Exchange } from "../protocol/exchange.ts";
import type { JsonRpcMessage } from "../protocol/json-rpc.ts";
import { isObject } from "../protocol/json.ts";
import { LineSplitter, type Line } from "../wire/framing/line.ts";
import { InputGate } from "../wire/input-gate.ts";
import type { Link } from "../wire/link.ts";
import type { Sink } from "../wire/pipeline.ts";
import { transportLoss, type ClientFailure, type ClientOutcome } from "./outcome.ts";
import { readBytes } from "./read-message.ts";
import type { ClientTransport, TransportContext } from "./transport.ts";

/** A link to a server, and what stands behind it. */
export interface LineChannel {
  readonly link: Link;
  /** How the other side ended, in words. Settles at once or nearly so; asked after the link has ended. */
  ending?(): Promise<string>;
  /** Ends everything, within the life of `signal`. Data where the other side did not go in good order. */
  close(signal: AbortSignal): Promise<ClientFailure | undefined>;
}

export interface LineTransportOptions {
  open(signal: AbortSignal): Promise<ClientOutcome<LineChannel>>;
  /** `open` may be called once more after the first channel has ended. */
  readonly again?: boolean | undefined;
}

/** stdio: one message, one line, over a child process or a pair in memory. */
export function createLineTransport(options: LineTransportOptions): ClientTransport {
  return new LineTransport(options);
}

/** A channel without anything behind it but the link. */
export function channelOf(link: Link): LineChannel {
  return {
    link,
    async close() {
      await link.end();
      link.destroy();
      return undefined;
    },
  };
}

const CLOSED = transportLoss("the client is closed");

class LineTransport implements ClientTransport {
  readonly kind = "stdio";
  readonly reopen: ClientTransport["reopen"];
  readonly #options: LineTransportOptions;
  #context: TransportContext | undefined;
  #channel: LineChannel | undefined;
  #input: InputGate | undefined;
  #closed = false;

  constructor(options: LineTransportOptions) {
    this.#options = options;
    this.reopen = options.again === true ? (signal) => this.#connect(signal) : undefined;
  }

  open(context: TransportContext, signal: AbortSignal): Promise<ClientFailure | undefined> {
    this.#context = context;
    return this.#connect(signal);
  }

  request(exchange: Exchange, message: JsonRpcMessage): void {
    const link = this.#channel?.link;
    const input = this.#input;
    if (link === undefined || input === undefined || this.#context === undefined) return;
    const outbound = this.#context.outbound(exchange, sinkOf(link, input));
    outbound.push({ kind: "message", message });
    outbound.end();
  }

  post(exchange: Exchange, message: JsonRpcMessage): Promise<undefined> {
    this.request(exchange, message);
    return Promise.resolve(undefined);
  }

  abandon(): false {
    return false; // nothing is held for one exchange: all share the link
  }

  async close(signal: AbortSignal): Promise<ClientFailure | undefined> {
    this.#closed = true;
    const channel = this.#channel;
    this.#channel = undefined;
    return channel?.close(signal);
  }

  async #connect(signal: AbortSignal): Promise<ClientFailure | undefined> {
    const before = this.#channel;
    if (before !== undefined) {
      this.#channel = undefined;
      await before.close(signal);
    }
    if (this.#closed) return CLOSED;
    const opened = await this.#options.open(signal);
    if (!opened.ok) return opened.failure;
    if (this.#closed) {
      // Closed while it was being opened: nobody else will end it.
      await opened.value.close(AbortSignal.abort());
      return CLOSED;
    }
    this.#channel = opened.value;
    this.#read(opened.value);
    return undefined;
  }

  #read(channel: LineChannel): void {
    const lines = new LineSplitter(MAX_CLIENT_MESSAGE_BYTES);
    const input = new InputGate(channel.link);
    this.#input = input;
    channel.link.start({
      data: (chunk) => {
        input.taken();
        for (const line of lines.push(chunk)) this.#take(line);
      },
      end: () => {
        for (const line of lines.flush()) this.#take(line);
        void this.#ended(channel);
      },
    });
  }

  #take(line: Line): void {
    const events = this.#context?.events;
    if (line.kind === "line") {
      const read = readBytes(line.bytes);
      const of = isObject(read.value) ? read.value : undefined;
      events?.arrived({ ...read, frame: { kind: "bytes", bytes: line.bytes, of } });
    } else {
      const problem = `a line is longer than ${MAX_CLIENT_MESSAGE_BYTES} bytes`;
      events?.arrived({ problem, tooLong: true, excerpt: "", frame: { kind: "bytes", bytes: "" } });
    }
  }

  async #ended(channel: LineChannel): Promise<void> {
    const how = (await channel.ending?.()) ?? "the server closed the connection";
    if (this.#channel !== channel || this.#context === undefined) return; // closed by this side, or another has its place
    this.#context.events.saw({ kind: "close", how: "end" }, this.#context.exchange("$stream"));
    this.#context.events.lost(transportLoss(how));
  }
}

function sinkOf(link: Link, input: InputGate): Sink {
  return {
    perform(frame) {
      if (frame.kind === "input") return input.takeOne(this);
      if (frame.kind === "bytes") return link.write(frame.bytes) ? undefined : link.drained();
      if (frame.kind === "close") return frame.how === "end" ? link.end() : link.destroy();
      return undefined;
    },
    finish() {
      // The link lives on for the next exchange.
      input.leave(this);
    },
  };
}
