import { Buffer } from "node:buffer";
import type { BytesFrame, HeadFrame } from "../wire/frame.ts";

/** The head without a length, so that the body may become another one: it is sent in chunks then. */
export function withoutLength(head: HeadFrame): HeadFrame {
  return { ...head, headers: head.headers.filter(([name]) => name.toLowerCase() !== "content-length") };
}

export function bytesOf(frame: BytesFrame): Buffer {
  return typeof frame.bytes === "string" ? Buffer.from(frame.bytes) : Buffer.from(frame.bytes);
}

/** The frame in pieces of `size` bytes (the first of `first`); a shared stream stays theirs until the last. */
export function pieces(frame: BytesFrame, size: number, first = size): BytesFrame[] {
  const bytes = bytesOf(frame);
  const cut: BytesFrame[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = Math.min(bytes.length, start + (start === 0 ? first : size));
    const more = end < bytes.length || frame.more === true;
    cut.push({ kind: "bytes", bytes: bytes.subarray(start, end), of: frame.of, more: more ? true : undefined });
    start = end;
  }
  return cut;
}
