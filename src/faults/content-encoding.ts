import { Buffer } from "node:buffer";
import * as v from "valibot";
import { MAX_HELD_CHARACTERS } from "../base/limits.ts";
import type { Frame } from "../wire/frame.ts";
import { bytesOf, withoutLength } from "./body-length.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";
import { CODINGS, stored, type Coding } from "./stored-compression.ts";

export const contentEncoding = defineFault({
  name: "content_encoding",
  title: "Compression that is not what it says",
  summary: "Says that the body is compressed, and sends it plain, cut off, or compressed without having been asked to.",
  group: "http",
  stage: "bytes",
  shapes: ["http-json", "http-sse"],
  params: v.strictObject({
    body: choice(
      ["plain", "cut", "whole"],
      "plain: not compressed at all. cut: the second half of the compressed body is missing. whole: good, whatever Accept-Encoding says.",
    ),
    coding: v.optional(choice(CODINGS, "The format of compression that the header names."), "gzip"),
  }),
  examples: [
    { body: "plain", coding: "gzip" },
    { body: "cut", coding: "gzip" },
    { body: "whole", coding: "gzip" },
    { body: "whole", coding: "zstd" },
  ],
  breaks: [],
  seenIn: ["M2"],
  tolerates: ["success", "invalid_message", "transport_loss"],
  robust:
    "Fails the call with an error that says that the body cannot be decompressed, and uses the connection on. A whole body may be read, or refused with an error that names the encoding.",
  apply: ({ body, coding }) =>
    async function* (frames) {
      let held: Buffer[] = [];
      let size = 0;
      for await (const frame of frames) {
        if (frame.kind === "head") {
          yield withoutLength({ ...frame, headers: [...frame.headers, ["Content-Encoding", coding]] });
        } else if (body === "plain" || (frame.kind !== "bytes" && frame.kind !== "close")) {
          yield frame;
        } else if (frame.kind === "bytes") {
          held.push(bytesOf(frame));
          size += bytesOf(frame).length;
          // What is held is bounded.
          if (size > MAX_HELD_CHARACTERS) {
            yield { kind: "close", how: "cut" };
            return;
          }
        } else {
          yield* compressed(held, body, coding);
          held = [];
          yield frame;
        }
      }
    },
});

function* compressed(held: readonly Buffer[], body: "cut" | "whole", coding: Coding): Generator<Frame> {
  if (held.length === 0) return;
  const bytes = stored(coding, Buffer.concat(held));
  yield { kind: "bytes", bytes: body === "cut" ? bytes.subarray(0, bytes.length >> 1) : bytes };
}
