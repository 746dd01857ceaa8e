import { Buffer } from "node:buffer";

const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = "0\r\n\r\n";
/** @type {Buffer} */
const NONE = Buffer.alloc(0);

/**
 * Counts the HTTP answers of one connection, by their length or by their last chunk, and reads nothing else of them but the status.
 * Throws at an answer that is not 2xx: a load that is refused measures nothing.
 */
export class AnswerCounter {
  /** @type {Buffer} */
  #rest = NONE;
  /** Bytes of the body that are missing; `-1`: until the last chunk; `undefined`: the head is not complete. */
  /** @type {number | undefined} */
  #missing;

  /**
   * How many answers are complete with this chunk.
   * @param {Buffer} chunk
   * @returns {number}
   */
  take(chunk) {
    let data = this.#rest === NONE ? chunk : Buffer.concat([this.#rest, chunk]);
    let complete = 0;
    for (;;) {
      if (this.#missing === undefined) {
        const end = data.indexOf(HEAD_END);
        if (end < 0) break;
        this.#missing = bodyLength(data.toString("latin1", 0, end));
        data = data.subarray(end + HEAD_END.length);
      }
      const end = this.#missing >= 0 ? this.#missing : afterLastChunk(data);
      if (end === undefined || data.length < end) break;
      data = data.subarray(end);
      this.#missing = undefined;
      complete++;
    }
    this.#rest = data.length === 0 ? NONE : data;
    return complete;
  }
}

/** @param {string} head */
function bodyLength(head) {
  if (head.charCodeAt(9) !== 0x32) throw new Error(`The load is refused: ${head}`); // "HTTP/1.1 2.."
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (length !== null) return Number(length[1]);
  return /\r\ntransfer-encoding: *chunked/i.test(head) ? -1 : 0;
}

/**
 * The place after the last chunk. One request is under way at a time, so an answer's end is the data's end.
 * @param {Buffer} data
 */
function afterLastChunk(data) {
  const tail = data.toString("latin1", Math.max(0, data.length - LAST_CHUNK.length - 2));
  return tail === LAST_CHUNK || tail.endsWith(`\r\n${LAST_CHUNK}`) ? data.length : undefined;
}
