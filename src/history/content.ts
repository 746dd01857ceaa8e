import { Buffer, isUtf8 } from "node:buffer";
import type { Redactor } from "../base/redact.ts";

/** What is kept of bytes that travelled; see `content` in schema.ts. */
export interface Content {
  readonly length: number;
  readonly text?: string | undefined;
  readonly base64?: string | undefined;
  readonly sha256?: string | undefined;
  readonly redacted?: true | undefined;
  readonly withheld?: true | undefined;
}

/** What a recording keeps of `bytes`: themselves without secrets, or beyond `limitBytes` their length and SHA-256 (SPEC 8). */
export function describeContent(bytes: Uint8Array | string, redactor: Redactor, limitBytes: number): Content {
  const length = Buffer.byteLength(bytes);
  if (length > limitBytes) return { length, sha256: sha256(bytes) };
  const text = asText(bytes);
  if (text === undefined) {
    // A string is always text.
    const original = bytes as Uint8Array;
    const left = redactor.bytes(original);
    const base64 = Buffer.from(left).toString("base64");
    return left === original ? { length, base64 } : { length, base64, redacted: true };
  }
  const left = redactor.text(text);
  return left === text ? { length, text } : { length, text: left, redacted: true };
}

/** The text that UTF-8 bytes hold; undefined where they are not. */
export function asText(bytes: Uint8Array | string): string | undefined {
  if (typeof bytes === "string") return bytes;
  return isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8") : undefined;
}

function sha256(bytes: Uint8Array | string): string {
  // Loaded when it is needed: few recordings hold anything so large.
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(bytes).digest("hex");
}
