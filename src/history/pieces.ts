import { Buffer } from "node:buffer";
import type { Direction, Exchange } from "../protocol/exchange.ts";
import type { BytesFrame } from "../wire/frame.ts";
import { asText } from "./content.ts";

/** A message that travels in several frames, as far as it has come. */
export class Piece {
  #parts: Buffer[] = [];
  #length = 0;
  #overflow = false;

  add(bytes: Uint8Array | string, limitBytes: number): void {
    const part = Buffer.from(bytes);
    this.#length += part.length;
    if (this.#length > limitBytes) {
      this.#overflow = true;
      this.#parts = [];
    } else this.#parts.push(part);
  }

  /** What all frames together say; undefined where it is too much, or no text. */
  get text(): string | undefined {
    return this.#overflow ? undefined : asText(Buffer.concat(this.#parts));
  }
}

/** Puts messages together again whose bytes travel in several frames. */
export class Pieces {
  readonly #limitBytes: number;
  readonly #underWay: Record<Direction, WeakMap<Exchange, Piece>> = {
    "to-client": new WeakMap(),
    "to-server": new WeakMap(),
  };

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** The message that `frame` is a part of; undefined for a frame that stands alone. */
  take(frame: BytesFrame, exchange: Exchange, direction: Direction): Piece | undefined {
    const underWay = this.#underWay[direction];
    const before = underWay.get(exchange);
    if (before === undefined && frame.more !== true) return undefined;
    const piece = before ?? new Piece();
    piece.add(frame.bytes, this.#limitBytes);
    if (frame.more === true) underWay.set(exchange, piece);
    else underWay.delete(exchange);
    return piece;
  }
}
