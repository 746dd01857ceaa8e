import { Buffer } from "node:buffer";

const PREFIX = "=?base64?";
const SUFFIX = "?=";
/** Alphabet and padding as RFC 4648 has them, in groups of four digits; `Buffer.from` would forgive both. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * What a header value says: itself, or the text in `=?base64?…?=` (both markers, else it is taken literally). Undefined where the
 * wrapped text is no good base64 or no good UTF-8.
 */
export function decodeHeaderValue(value: string): string | undefined {
  if (!value.startsWith(PREFIX) || !value.endsWith(SUFFIX) || value.length < PREFIX.length + SUFFIX.length)
    return value;
  const payload = value.slice(PREFIX.length, -SUFFIX.length);
  if (payload.length % 4 !== 0 || !BASE64.test(payload)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(payload, "base64"));
  } catch {
    return undefined;
  }
}
