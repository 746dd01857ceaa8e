import { Buffer } from "node:buffer";
import * as v from "valibot";
import { bytesOf, withoutLength } from "./body-length.ts";
import { defineFault } from "./define-fault.ts";

const MARK = Buffer.from("\uFEFF");

export const byteOrderMark = defineFault({
  name: "byte_order_mark",
  title: "Byte order mark",
  summary: "Puts the three bytes of a UTF-8 byte order mark before each message.",
  group: "bytes",
  stage: "bytes",
  shapes: ["stdio", "http-json", "http-sse"],
  params: v.strictObject({}),
  examples: [{}],
  breaks: [],
  seenIn: ["M3"],
  tolerates: ["success", "invalid_message", "timeout"],
  robust: "Skips the mark, or fails the call with an error that names it, and uses the connection on.",
  apply: () =>
    async function* (frames) {
      let isInside = false;
      for await (const frame of frames) {
        if (frame.kind === "head") yield withoutLength(frame);
        else if (frame.kind !== "bytes" || isInside) yield frame;
        else yield { ...frame, bytes: Buffer.concat([MARK, bytesOf(frame)]) };
        if (frame.kind === "bytes") isInside = frame.more === true;
      }
    },
});
