import { Buffer } from "node:buffer";
import { isObject, type JsonObject } from "../../protocol/json.ts";
import type { CloseFrame, HeadFrame } from "../../wire/frame.ts";
import { bytesOf } from "../body-length.ts";
import type { FaultRun } from "./run-fault.ts";

/** Everything that the peer could read, heads aside, as one text. */
export function sentText(run: FaultRun): string {
  return sentBytes(run).toString();
}

export function sentBytes(run: FaultRun): Buffer {
  return Buffer.concat(chunks(run));
}

/** What stands in each write, in order. */
export function writes(run: FaultRun): string[] {
  return chunks(run).map((chunk) => chunk.toString("latin1"));
}

/** The status and headers (names in lower case) of the answer; undefined where no head was sent. */
export function sentHead(
  run: FaultRun,
): { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined {
  const head = run.frames.map(({ frame }) => frame).find((frame): frame is HeadFrame => frame.kind === "head");
  if (head === undefined) return undefined;
  return {
    status: head.status,
    headers: Object.fromEntries(head.headers.map(([name, value]) => [name.toLowerCase(), value])),
  };
}

/** How the answer or the connection was closed, in order. */
export function closes(run: FaultRun): CloseFrame["how"][] {
  return run.frames.flatMap(({ frame }) => (frame.kind === "close" ? [frame.how] : []));
}

/** The result of the first answer; `{}` where there is none. */
export function sentResult(run: FaultRun): JsonObject {
  const result = run.messages.find((message) => message.method === undefined)?.result;
  return isObject(result) ? result : {};
}

function chunks(run: FaultRun): Buffer[] {
  return run.frames.flatMap(({ frame }) => (frame.kind === "bytes" ? [bytesOf(frame)] : []));
}
