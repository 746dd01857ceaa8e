import * as v from "valibot";
import { MAX_JSON_DEPTH } from "../base/limits.ts";
import type { JsonObject } from "../protocol/json.ts";
import { isAnswer } from "../wire/answer.ts";
import { defineFault } from "./define-fault.ts";
import { framedText } from "./framed-text.ts";
import { choice } from "./parameter.ts";
import { withText } from "./with-text.ts";

/** Twice as deep as the lab itself reads. */
const DEPTH = 2 * MAX_JSON_DEPTH;

const STRING = /"(?:[^"\\]|\\.)*"/g;

const FORMS = {
  escaped: (message: JsonObject) => JSON.stringify(message).replace(STRING, escapeAll),
  "duplicate-keys": (message: JsonObject) =>
    JSON.stringify(message).replace(/^\{/, '{"id":"mcp-failure-lab/first","jsonrpc":"1.0",'),
  // Line ends inside texts are escaped; those that are left stand between members.
  blanks: (message: JsonObject) => JSON.stringify(message, undefined, "\t").replaceAll("\n", "  "),
  "reversed-members": (message: JsonObject) => JSON.stringify(Object.fromEntries(Object.entries(message).reverse())),
  "lone-surrogate": (message: JsonObject) => withTextOf(message, "\ud83d"),
  "nul-character": (message: JsonObject) => withTextOf(message, "before\u0000after"),
  "line-separator": (message: JsonObject) => withTextOf(message, "before\u2028after"),
  deep: (message: JsonObject) =>
    withTextOf(message, "DEEP").replace('"DEEP"', `"deep","_meta":${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`),
  "prototype-key": (message: JsonObject) => JSON.stringify(message).replace(/\}$/, ',"__proto__":{"polluted":true}}'),
} as const;

export const oddJson = defineFault({
  name: "odd_json",
  title: "JSON that is seldom seen",
  summary: "Writes the answer as JSON that is allowed, or nearly so, and that parsers treat differently.",
  group: "bytes",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  params: v.strictObject({
    form: choice(
      [
        "escaped",
        "duplicate-keys",
        "blanks",
        "reversed-members",
        "lone-surrogate",
        "nul-character",
        "line-separator",
        "deep",
        "prototype-key",
      ],
      "Every letter as an escape, an id and a version that stand twice (the last is right), blanks between everything, members in reverse order, half a character, a NUL or a line separator in a text, 1024 objects in each other, or a key __proto__.",
    ),
  }),
  examples: [{ form: "escaped" }, { form: "duplicate-keys" }, { form: "lone-surrogate" }, { form: "prototype-key" }],
  breaks: [],
  exercises: [{ check: "TOL-05" }],
  seenIn: ["I1", "F4"],
  tolerates: ["success", "invalid_message"],
  robust:
    "Reads what is allowed as the same message, and refuses the rest with an error; it stays up and uses the connection on.",
  apply: ({ form }) =>
    async function* (frames, wire) {
      for await (const frame of frames) {
        if (isAnswer(frame)) yield { kind: "bytes", bytes: framedText(wire.framing, FORMS[form](frame.message)) };
        else yield frame;
      }
    },
});

function withTextOf(message: JsonObject, text: string): string {
  const { result } = message;
  return JSON.stringify(result === undefined ? message : { ...message, result: withText(result as JsonObject, text) });
}

/** A JSON string in which every character is an escape. */
function escapeAll(string: string): string {
  const text = JSON.parse(string) as string;
  const escapes = Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`,
  );
  return `"${escapes.join("")}"`;
}
