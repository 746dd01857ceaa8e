import type { Redactor } from "../base/redact.ts";
import type { Shape } from "../protocol/exchange.ts";
import type { Json, JsonObject } from "../protocol/json.ts";
import { encodeComment, encodeEvent, encodePrime } from "../wire/framing/event-stream.ts";
import { encodeLine } from "../wire/framing/line.ts";
import type { BytesFrame, CommentFrame, MessageFrame, PrimeFrame } from "../wire/frame.ts";
import type { Tapped } from "../wire/tap.ts";
import { asText, describeContent, type Content } from "./content.ts";
import { outline, readEventFields, readMessages } from "./messages.ts";
import { Pieces, type Piece } from "./pieces.ts";

/** What is kept of bytes and of what they say; see `bytes` in schema.ts. */
export interface BytesFacts extends Content {
  readonly messages?: Json[] | undefined;
  readonly outlined?: true | undefined;
  readonly fields?: [string, string][] | undefined;
  readonly more?: true | undefined;
}

/** Reads what bytes say, also where a message travels in pieces. */
export class BytesReader {
  readonly #redactor: Redactor;
  readonly #limitBytes: number;
  readonly #pieces: Pieces;

  constructor(redactor: Redactor, limitBytes: number) {
    this.#redactor = redactor;
    this.#limitBytes = limitBytes;
    this.#pieces = new Pieces(limitBytes);
  }

  read(frame: BytesFrame | MessageFrame | PrimeFrame | CommentFrame, tapped: Tapped): BytesFacts {
    const { exchange, direction, fault } = tapped;
    // The body of a request is JSON, whatever its answer will be.
    const shape = direction === "to-server" && exchange.transport === "http" ? "http-json" : exchange.shape;
    const bytes = asBytes(frame, shape);
    const piece = this.#pieces.take(bytes, exchange, direction);
    const said = this.#said(bytes, piece, shape, fault);
    const content = this.#content(bytes, piece !== undefined || (fault !== undefined && said === undefined));
    const facts = {
      ...content,
      ...this.#messages(said, content.length > this.#limitBytes),
      more: bytes.more,
    };
    if (shape !== "http-sse") return facts;
    const fields = readEventFields(asText(bytes.bytes) ?? "");
    // Redacting a list of lists gives a list of lists.
    return fields.length === 0 ? facts : { ...facts, fields: this.#redactor.json(fields) as [string, string][] };
  }

  /** What the healthy side sent is known; what a fault wrote, or somebody else, has to be read. Undefined where nothing can be. */
  #said(
    frame: BytesFrame,
    piece: Piece | undefined,
    shape: Shape | undefined,
    fault: string | undefined,
  ): Json[] | undefined {
    if (frame.more === true) return undefined;
    if (fault === undefined && piece === undefined && frame.of !== undefined) return [frame.of];
    const text = piece === undefined ? asText(frame.bytes) : piece.text;
    const messages = text === undefined ? [] : readMessages(text, shape);
    return messages.length === 0 ? undefined : messages;
  }

  /**
   * A secret that stands in several frames is found in none of them, so of a message that holds one the pieces are not kept.
   * (Pieces of which nobody says what they belong to are redacted one by one.)
   */
  #content(frame: BytesFrame, isPart: boolean): Content {
    const content = describeContent(frame.bytes, this.#redactor, this.#limitBytes);
    const holdsSecret = isPart && frame.of !== undefined && this.#isChanged(frame.of);
    return holdsSecret ? { length: content.length, withheld: true } : content;
  }

  #isChanged(message: JsonObject): boolean {
    try {
      return this.#redactor.json(message) !== message;
    } catch {
      return true; // nested too deep to be searched
    }
  }

  /** Undefined where they are nested deeper than a stack. */
  #redacted(messages: Json[], shorten: (message: Json) => Json = (message) => message): Json[] | undefined {
    try {
      return this.#redactor.json(messages.map(shorten)) as Json[]; // redacting JSON gives JSON
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  #messages(said: Json[] | undefined, isLarge: boolean): Pick<BytesFacts, "messages" | "outlined"> {
    if (said === undefined) return {};
    const whole = isLarge ? undefined : this.#redacted(said);
    if (whole !== undefined) return { messages: whole };
    // Of what is too large or too deep it can be told what it is, unless it is but brackets.
    const messages = this.#redacted(said, outline);
    return messages === undefined ? {} : { messages, outlined: true };
  }
}

/** Taps hear of encoded frames; one before the encoder is told as what it will be. */
function asBytes(frame: BytesFrame | MessageFrame | PrimeFrame | CommentFrame, shape: Shape | undefined): BytesFrame {
  switch (frame.kind) {
    case "bytes":
      return frame;
    case "prime":
      return { kind: "bytes", bytes: encodePrime(frame.id, frame.retryMs) };
    case "comment":
      return { kind: "bytes", bytes: encodeComment(frame.text) };
    case "message": {
      const { message } = frame;
      if (shape === "http-sse") return { kind: "bytes", bytes: encodeEvent(message, frame.sse), of: message };
      return {
        kind: "bytes",
        bytes: shape === "http-json" ? JSON.stringify(message) : encodeLine(message),
        of: message,
      };
    }
  }
}
