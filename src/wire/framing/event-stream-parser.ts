import { Buffer } from "node:buffer";

/** One thing that an event stream holds. */
export type StreamItem =
  | ParsedEvent
  | { readonly kind: "comment"; readonly text: string }
  /** A line or the data of one event is longer than allowed. Nothing is read after it. */
  | { readonly kind: "too-long" };

/** The fields that stood before one blank line. Without a `data` field nothing is dispatched by a browser; `id` and `retry` count. */
export interface ParsedEvent {
  readonly kind: "event";
  /** `""`: the field was missing, which means `message`. */
  readonly type: string;
  /** The `data` fields, joined by line feeds; undefined where there was none. */
  readonly data: string | undefined;
  readonly id: string | undefined;
  readonly retryMs: number | undefined;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const COLON = ":";
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const DIGITS = /^[0-9]{1,15}$/;

/**
 * Reads an event stream as the HTML standard says (9.2.6): lines end with CR, LF or CRLF, one byte order mark may stand first, what
 * follows the last blank line is dropped. Incremental, linear in time, bounded in memory; how the bytes are cut does not matter.
 */
export class EventStreamParser {
  readonly #maxBytes: number;
  /** The beginning of a line whose end has not come. */
  #parts: Buffer[] = [];
  #held = 0;
  #skipLineFeed = false;
  #begun = false;
  #full = false;
  #type = "";
  #data: string[] | undefined;
  #dataBytes = 0;
  #id: string | undefined;
  #retryMs: number | undefined;
  #lastEventId: string | undefined;

  /** `maxBytes`: longest line, and longest data of one event. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The last event id in force; undefined where none was set. */
  get lastEventId(): string | undefined {
    return this.#lastEventId;
  }

  /** What `chunk` completes, in order. */
  push(chunk: Uint8Array): StreamItem[] {
    const items: StreamItem[] = [];
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    // Each kind of line end is looked for once for each that is found: looking anew for every line would be quadratic.
    let lineFeed = bytes.indexOf(LINE_FEED);
    let carriageReturn = bytes.indexOf(CARRIAGE_RETURN);
    while (!this.#full && start < bytes.length) {
      if (this.#skipLineFeed) {
        this.#skipLineFeed = false;
        if (bytes[start] === LINE_FEED) {
          start++;
          continue;
        }
      }
      if (lineFeed >= 0 && lineFeed < start) lineFeed = bytes.indexOf(LINE_FEED, start);
      if (carriageReturn >= 0 && carriageReturn < start) carriageReturn = bytes.indexOf(CARRIAGE_RETURN, start);
      const end = lineFeed < 0 ? carriageReturn : carriageReturn < 0 ? lineFeed : Math.min(lineFeed, carriageReturn);
      if (end < 0) {
        this.#hold(bytes.subarray(start), items);
        break;
      }
      this.#skipLineFeed = end === carriageReturn;
      this.#line(bytes.subarray(start, end), items);
      start = end + 1;
    }
    return items;
  }

  /** The stream has ended: whether in the middle of an event, whose fields are then dropped. */
  end(): boolean {
    return !this.#full && (this.#held > 0 || this.#data !== undefined);
  }

  #hold(part: Buffer, items: StreamItem[]): void {
    this.#held += part.length;
    if (this.#held > this.#maxBytes) this.#overflow(items);
    else this.#parts.push(Buffer.from(part)); // a copy: whoever reads may use its buffer again
  }

  #overflow(items: StreamItem[]): void {
    this.#full = true;
    this.#parts = [];
    this.#data = undefined;
    items.push({ kind: "too-long" });
  }

  #line(rest: Buffer, items: StreamItem[]): void {
    let bytes = rest;
    if (this.#held > 0) {
      bytes = Buffer.concat([...this.#parts, rest]);
      this.#parts = [];
      this.#held = 0;
    }
    if (bytes.length > this.#maxBytes) {
      this.#overflow(items);
      return;
    }
    if (!this.#begun) {
      this.#begun = true;
      if (bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)) bytes = bytes.subarray(3);
    }
    // A line is decoded as a whole, so that a character may be split over chunks.
    const line = bytes.toString("utf8");
    if (line === "") this.#dispatch(items);
    else if (line.startsWith(COLON)) items.push({ kind: "comment", text: value(line, 0) });
    else this.#field(line, bytes.length, items);
  }

  #field(line: string, bytes: number, items: StreamItem[]): void {
    const colon = line.indexOf(COLON);
    const name = colon < 0 ? line : line.slice(0, colon);
    const text = colon < 0 ? "" : value(line, colon);
    if (name === "data") {
      this.#dataBytes += bytes;
      if (this.#dataBytes > this.#maxBytes) this.#overflow(items);
      else (this.#data ??= []).push(text);
    } else if (name === "event") this.#type = text;
    else if (name === "id" && !text.includes("\0")) this.#id = text;
    else if (name === "retry" && DIGITS.test(text)) this.#retryMs = Number(text);
  }

  #dispatch(items: StreamItem[]): void {
    const [type, data, id, retryMs] = [this.#type, this.#data, this.#id, this.#retryMs];
    if (id !== undefined) this.#lastEventId = id;
    this.#type = "";
    this.#data = undefined;
    this.#dataBytes = 0;
    this.#id = undefined;
    this.#retryMs = undefined;
    if (data === undefined && id === undefined && retryMs === undefined) return;
    items.push({ kind: "event", type, data: data?.join("\n"), id, retryMs });
  }
}

/** What follows the colon, without the one space that may stand after it. */
function value(line: string, colon: number): string {
  return line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
}
