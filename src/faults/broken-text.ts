import { Buffer } from "node:buffer";
import type { JsonObject } from "../protocol/json.ts";
import type { Framing } from "../wire/transform.ts";
import { framedText } from "./framed-text.ts";

/** What stands where the message should. None has a line end in it: the frame around it stays whole. */
const TEXTS = {
  truncated: (json: string) => json.slice(0, -2),
  "trailing-text": (json: string) => `${json} and more`,
  "single-quotes": (json: string) => json.replaceAll('"', "'"),
  "trailing-comma": (json: string) => json.replace(/\}$/, ",}"),
  nan: (json: string) => json.replace(/\}$/, ',"value":NaN}'),
  "raw-tab": (json: string) => json.replace(/\}$/, ',"value":"a\tb"}'),
  text: () => "Internal Server Error",
  empty: () => "",
  scalar: () => "42",
  null: () => "null",
} as const;

export const BROKEN_FORMS = [
  "truncated",
  "trailing-text",
  "single-quotes",
  "trailing-comma",
  "nan",
  "raw-tab",
  "text",
  "empty",
  "scalar",
  "null",
  "invalid-utf-8",
] as const;

export const BROKEN_FORMS_SAID =
  "What is wrong: the last characters are missing, text follows, other quotes, a comma too many, a value NaN, a raw tab in a text, plain text, nothing at all, a number, null, or bytes that are no UTF-8.";

/** The message in a form that is no JSON, or no message, in a frame that is whole. */
export function brokenText(framing: Framing, message: JsonObject, form: (typeof BROKEN_FORMS)[number]): Buffer {
  if (form !== "invalid-utf-8") return framedText(framing, TEXTS[form](JSON.stringify(message)));
  const bytes = Buffer.from(framing.encode({ ...message, value: "?" }));
  bytes[bytes.lastIndexOf("?")] = 0xff;
  return bytes;
}
