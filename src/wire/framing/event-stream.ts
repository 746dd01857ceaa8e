import { Buffer } from "node:buffer";
import type { JsonObject } from "../../protocol/json.ts";
import type { EventFields } from "../frame.ts";
import type { Framing } from "../transform.ts";

/** HTTP event stream: one message, one event. */
export const eventStreamFraming: Framing = {
  encode: (message) => Buffer.from(encodeEvent(message)),
};

/** The text of one event that carries `message`. */
export function encodeEvent(message: JsonObject, fields?: EventFields): string {
  const id = fields?.id === undefined ? "" : `id: ${fields.id}\n`;
  const retry = fields?.retryMs === undefined ? "" : `retry: ${fields.retryMs}\n`;
  return `event: ${fields?.event ?? "message"}\n${id}${retry}data: ${JSON.stringify(message)}\n\n`;
}

/** The text of the empty event that opens a resumable stream. */
export function encodePrime(id: string, retryMs?: number): string {
  return `id: ${id}\n${retryMs === undefined ? "" : `retry: ${retryMs}\n`}data: \n\n`;
}

/** The text of a comment; line ends in it are replaced, so that it stays one. */
export function encodeComment(text: string): string {
  return `: ${text.replace(/[\r\n]+/g, " ")}\n\n`;
}
