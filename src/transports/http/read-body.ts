import { isUtf8, type Buffer } from "node:buffer";
import type { BodyResult } from "../../wire/http-port.ts";

/** A body that has come whole. Bytes that are not UTF-8 are no JSON, and are not mended. */
export function readBody(bytes: Buffer): BodyResult {
  return isUtf8(bytes) ? { text: bytes.toString("utf8") } : "not-utf8";
}
