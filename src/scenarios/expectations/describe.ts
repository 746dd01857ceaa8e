import type { Json } from "../../protocol/json.ts";
import { cut, type CallOutcome } from "../call-outcome.ts";

/** Characters of a text that a failure line quotes. */
const MAX_QUOTED = 200;

/** What came of a call, for the end of a failure line. */
export function described({ outcome, failure }: CallOutcome): string {
  return failure === undefined ? outcome : `${outcome} (${failure.kind}: ${oneLine(failure.message)})`;
}

/** A text in quotes, on one line, cut where it is long. */
export function quoted(text: string): string {
  return JSON.stringify(cut(text, MAX_QUOTED));
}

/** JSON on one line, cut where it is long. */
export function quotedJson(value: Json): string {
  return cut(JSON.stringify(value), MAX_QUOTED);
}

function oneLine(text: string): string {
  return cut(text.replace(/\s+/g, " ").trim(), MAX_QUOTED);
}
