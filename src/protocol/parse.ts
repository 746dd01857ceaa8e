import { MAX_JSON_DEPTH } from "../base/limits.ts";

/** A JSON text that was read, or why it could not be. */
export type Parsed = { readonly value: unknown } | { readonly problem: string; readonly tooDeep?: true };

/** Reads a JSON text, at most `MAX_JSON_DEPTH` levels deep. Linear in its length; never throws. */
export function parseJson(text: string): Parsed {
  if (text.length > MAX_JSON_DEPTH && isTooDeep(text))
    return { problem: `nested deeper than ${MAX_JSON_DEPTH} levels`, tooDeep: true };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { problem: text.trim() === "" ? "empty" : "not valid JSON" };
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth--;
  }
  return false;
}
