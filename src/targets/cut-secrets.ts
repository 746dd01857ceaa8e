import { Buffer } from "node:buffer";
import { MIN_SECRET_CHARACTERS, REDACTED } from "../base/redact.ts";

/** What stands where a text of the server was cut to be told. */
const CUT = "…";
/** What is told of a text of the server is shorter: more of a secret never stands before a cut. */
const MAX_CUT_CHARACTERS = 1_000;

/** Takes out what is left of these secrets where a text was cut in the middle of one; only the end of a whole one can be found there. */
export function cutSecrets(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets.flatMap(writtenForms))].map((form) => form.slice(0, MAX_CUT_CHARACTERS));
  return (text) => {
    if (!text.includes(CUT)) return text;
    const parts = text.split(CUT);
    return parts.map((part, index) => (index === parts.length - 1 ? part : withoutEnd(part, forms))).join(CUT);
  };
}

/** A text without the longest beginning of a form that it ends with. */
function withoutEnd(text: string, forms: readonly string[]): string {
  let longest = 0;
  for (const form of forms) {
    for (let length = Math.min(form.length, text.length); length > longest && length >= MIN_SECRET_CHARACTERS; length--)
      if (text.endsWith(form.slice(0, length))) longest = length;
  }
  return longest === 0 ? text : `${text.slice(0, text.length - longest)}${REDACTED}`;
}

/** A secret as it is, encoded for a URL, escaped in JSON, and in Base64 at each of the three places of a group. */
function writtenForms(secret: string): string[] {
  const hex = [...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  // By way of its bytes: half a surrogate pair cannot be encoded.
  const url = encodeURIComponent(Buffer.from(secret).toString());
  const once = JSON.stringify(secret).slice(1, -1);
  const texts = [secret, url, url.toLowerCase(), url.replaceAll("%20", "+"), hex, hex.toUpperCase()];
  return [
    ...texts,
    once,
    JSON.stringify(once).slice(1, -1),
    ...[0, 1, 2].flatMap((place) => base64Forms(secret, place)),
  ];
}

/** The digits that the secret alone decides, after those that hold what stands before it, too. */
function base64Forms(secret: string, place: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(place), Buffer.from(secret)]);
  const from = Math.ceil((place * 8) / 6);
  return (["base64", "base64url"] as const).map((encoding) => bytes.toString(encoding).replace(/=+$/, "").slice(from));
}
