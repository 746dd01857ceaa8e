import { isUtf8 } from "node:buffer";
import { isObject, type JsonObject } from "../protocol/json.ts";
import { parseJson } from "../protocol/parse.ts";

/** One text that should be a JSON value. `problem` says what is wrong with the text; a value may be had all the same. */
export interface ReadText {
  readonly value?: unknown;
  readonly problem?: string | undefined;
  /** Of the value only its own members are there, each object and array among them empty. */
  readonly outlined?: true | undefined;
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
  if ("value" in parsed) return { value: parsed.value, excerpt };
  const problem = `it is ${parsed.problem}`;
  const value = parsed.tooDeep === true ? outline(text) : undefined;
  return value === undefined ? { problem, excerpt } : { value, outlined: true, problem, excerpt };
}

/** What a text that is nested too deep says of itself: whose answer it is must be known to say so. Undefined where it is no object. */
function outline(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return undefined;
    const members = Object.entries(value).map(([name, member]) => [name, typeof member === "object" ? {} : member]);
    return Object.fromEntries(members) as JsonObject; // of JSON
  } catch {
    return undefined;
  }
}
