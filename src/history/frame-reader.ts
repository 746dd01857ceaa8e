import type { Redactor } from "../base/redact.ts";
import type { Exchange, Headers } from "../protocol/exchange.ts";
import { decodeHeaderValue } from "../protocol/header-value.ts";
import { isRequestId } from "../protocol/json-rpc.ts";
import type { DeedFrame, Frame } from "../wire/frame.ts";
import type { Tapped } from "../wire/tap.ts";
import { BytesReader } from "./bytes-reader.ts";
import { describeContent } from "./content.ts";
import type { FrameEntry } from "./schema.ts";

/** `Omit` for each member of a union. */
export type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
/** A frame as it is recorded, without its number and times. */
export type FrameFacts = Without<FrameEntry, "sequence" | "atMs" | "time">;
type Travelled = Omit<FrameFacts, "kind">;

/** Longest method, name, target or header that is kept whole, in characters. */
const MAX_FACT_CHARACTERS = 16_384;

/** Whether a frame is a deed of the lab that is not seen on the wire by itself. */
export function isDeed(frame: Frame): frame is DeedFrame {
  return frame.kind === "input" || frame.kind === "standing";
}

/** Turns what a tap hears into what a recording keeps: bounded, and without secrets. */
export class FrameReader {
  readonly #redactor: Redactor;
  readonly #limitBytes: number;
  readonly #bytes: BytesReader;

  constructor(redactor: Redactor, limitBytes: number) {
    this.#redactor = redactor;
    this.#limitBytes = limitBytes;
    this.#bytes = new BytesReader(redactor, limitBytes);
  }

  read(tapped: Tapped & { readonly frame: Exclude<Frame, DeedFrame> }): FrameFacts {
    const { frame } = tapped;
    switch (frame.kind) {
      case "request": {
        // Read first: what is a credential here may be repeated in the method or the name.
        const headers = this.#headers(frame.headers);
        const target = this.#fact(frame.target);
        return { kind: "request", ...this.#travelled(tapped), verb: this.#fact(frame.method), target, headers };
      }
      case "head": {
        const headers = this.#headers(frame.headers);
        return { kind: "head", ...this.#travelled(tapped), status: frame.status, headers };
      }
      case "bytes":
      case "message":
      case "prime":
      case "comment":
        return { kind: "bytes", ...this.#travelled(tapped), ...this.#bytes.read(frame, tapped) };
      case "raw":
      case "stderr": {
        const content = describeContent(frame.bytes, this.#redactor, this.#limitBytes);
        return { kind: frame.kind, ...this.#travelled(tapped), ...content };
      }
      case "session": {
        const becomes = frame.act === "become" ? frame.revision : undefined;
        return { kind: "session", ...this.#travelled(tapped), act: frame.act, becomes };
      }
      case "outage": {
        const { downMs, sessions } = frame;
        return { kind: "outage", ...this.#travelled(tapped), downMs, sessions };
      }
      case "close": {
        const { how, code, signal } = frame;
        return { kind: "close", ...this.#travelled(tapped), how, code, signal };
      }
    }
  }

  #travelled({ direction, exchange, fault, armed, client }: Tapped): Travelled {
    return {
      client,
      direction,
      transport: exchange.transport,
      connection: exchange.connection,
      session: exchange.session,
      exchange: exchange.sequence,
      stream: this.#stream(exchange),
      method: this.#fact(exchange.method),
      name: exchange.name === undefined ? undefined : this.#fact(exchange.name),
      era: exchange.era,
      revision: exchange.revision,
      shape: exchange.shape,
      fault,
      armed: armed === undefined || armed.length === 0 ? undefined : [...armed],
    };
  }

  #stream({ method, request, transport }: Exchange): Travelled["stream"] {
    if (method === "$stream") return { kind: transport === "http" ? "get" : "unsolicited" };
    if (method === "$resume") return { kind: "resume" };
    if (request === undefined || !isRequestId(request.id)) return undefined;
    const id = typeof request.id === "string" ? this.#fact(request.id) : request.id;
    return { kind: method === "subscriptions/listen" ? "listen" : "request", id };
  }

  #headers(headers: Headers): [string, string][] {
    const meant = headers.map(([name, value]) => [name, this.#unwrapped(value)] as const);
    return this.#redactor.headers(meant).map(([name, value]) => [bounded(name), bounded(value)]);
  }

  /** A header's value as it is meant, where it is wrapped and holds a secret that would pass for other letters. */
  #unwrapped(value: string): string {
    const meant = decodeHeaderValue(value);
    return meant === undefined || this.#redactor.text(meant) === meant ? value : meant;
  }

  #fact(text: string): string {
    return bounded(this.#redactor.text(text));
  }
}

function bounded(text: string): string {
  if (text.length <= MAX_FACT_CHARACTERS) return text;
  return `${text.slice(0, 256)}[${text.length - 256} characters more]`;
}
