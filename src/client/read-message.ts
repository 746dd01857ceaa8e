import { isUtf8 } from "node:buffer";
import { parseJson } from "../protocol/parse.ts";

/** One text that should be a JSON value. `problem` says what is wrong with the text; a value may be had all the same. */
export interface ReadText {
  readonly value?: unknown;
  readonly problem?: string | undefined;
  readonly excerpt: string;
}

const BYTE_ORDER_MARK = "\ufeff";
const EXCERPT_CHARACTERS = 200;

/** Reads the bytes of one line or body. Never throws. */
export function readBytes(bytes: Buffer): ReadText {
  const read = readText(bytes.toString("utf8"));
  return isUtf8(bytes) ? read : { ...read, problem: "it is not valid UTF-8" };
}

/** Reads the text of one line, body or event. Never throws. */
export function readText(text: string): ReadText {
  const excerpt = text.slice(0, EXCERPT_CHARACTERS);
  if (text.startsWith(BYTE_ORDER_MARK)) {
    return { ...readText(text.slice(1)), problem: "it begins with a byte order mark", excerpt };
  }
  const parsed = parseJson(text);
  return "problem" in parsed ? { problem: `it is ${parsed.problem}`, excerpt } : { value: parsed.value, excerpt };
}
