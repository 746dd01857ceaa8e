import { Buffer } from "node:buffer";
import type { Headers } from "../protocol/exchange.ts";
import type { Frame, Frames } from "../wire/frame.ts";

export interface HttpSubstitute {
  readonly status: number;
  readonly headers?: Headers;
  /** Empty unless set. */
  readonly body?: string;
}

/** HTTP: when the healthy side begins to answer, `substitute` is sent in its place. The healthy side works on to its end. */
export async function* inPlaceOfAnswer(frames: Frames, substitute: HttpSubstitute): AsyncGenerator<Frame> {
  for await (const frame of frames) {
    if (frame.kind === "head") {
      yield* httpAnswer(substitute);
      return;
    }
    yield frame;
  }
}

/** A whole HTTP answer with a true length. */
export function* httpAnswer({ status, headers = [], body = "" }: HttpSubstitute): Generator<Frame> {
  // HTTP has no length where a status says that there is no body.
  const length: Headers = status === 204 ? [] : [["Content-Length", String(Buffer.byteLength(body))]];
  yield { kind: "head", shape: "http-json", status, headers: [...headers, ...length] };
  if (body !== "") yield { kind: "bytes", bytes: body };
  yield { kind: "close", how: "end" };
}
