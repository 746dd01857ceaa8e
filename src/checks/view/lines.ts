import { isObject } from "../../protocol/json.ts";
import { isTouchedFrame } from "./exchange.ts";
import type { Conversation, EntryOf, Side } from "./seen.ts";

/** The lines that `side` has written on stdio and no fault had its hands on, apart: messages, and what is none. */
export function linesOf(
  { exchanges }: Conversation,
  side: Side,
): { readonly messages: Line[]; readonly others: Line[] } {
  const direction = side === "client" ? "to-server" : "to-client";
  const lines = exchanges
    .flatMap(({ frames }) => frames)
    .filter((frame): frame is Line => frame.kind === "bytes" && frame.direction === direction && isWhole(frame))
    .sort((one, other) => one.sequence - other.sequence);
  const isMessage = ({ messages }: Line) => messages !== undefined && messages.every((each) => isMeantAsMessage(each));
  return { messages: lines.filter(isMessage), others: lines.filter((line) => !isMessage(line)) };
}

type Line = EntryOf<"bytes">;

/** A message, or a batch of them, however broken; a line of a log in JSON is none. */
function isMeantAsMessage(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((each) => isObject(each) && isMeantAsMessage(each));
  return isObject(value) && MEMBERS.some((member) => value[member] !== undefined);
}

const MEMBERS = ["jsonrpc", "method", "result", "error"] as const;

/** Of a part of a line, of what was too long to be read, and of what is not kept, nothing can be said. */
function isWhole(line: Line): boolean {
  return (
    !isTouchedFrame(line) &&
    line.more !== true &&
    line.length > 0 &&
    (line.text ?? line.base64 ?? line.messages) !== undefined
  );
}

/** The beginning of a line that is no message. */
export function excerptOf({ text }: Line): string {
  return text === undefined ? "no text" : JSON.stringify(text.trimEnd().slice(0, 60));
}
