import * as v from "valibot";
import type { Json } from "../protocol/json.ts";
import { giveResult } from "./change-answer.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";
import { without } from "./without.ts";

/** Stands in for the URI that was asked for. */
const URI = "lab://asked";
const TEXT = { uri: URI, mimeType: "text/plain", text: "on purpose" };

/** The members of the result in place of `contents`. */
const FORMS = {
  empty: { contents: [] },
  missing: {},
  null: { contents: null },
  "not-a-list": { contents: TEXT },
  "list-of-texts": { contents: ["on purpose"] },
  content: { content: [{ type: "text", text: "on purpose" }] },
  neither: { contents: [{ uri: URI, mimeType: "text/plain" }] },
  both: { contents: [{ ...TEXT, blob: "b24gcHVycG9zZQ==" }] },
  "text-is-an-object": { contents: [{ ...TEXT, text: { status: "on purpose" } }] },
  "no-uri": { contents: [{ mimeType: "text/plain", text: "on purpose" }] },
  "other-uri": { contents: [{ ...TEXT, uri: "lab://another" }] },
  "uri-without-scheme": { contents: [{ ...TEXT, uri: "about" }] },
  "no-type": { contents: [{ uri: URI, text: "on purpose" }] },
  "other-type": { contents: [{ ...TEXT, mimeType: "image/png" }] },
  "blob-bad-base64": { contents: [{ uri: URI, mimeType: "image/png", blob: "not base64!" }] },
  "blob-of-url-base64": { contents: [{ uri: URI, mimeType: "application/octet-stream", blob: "-_-_" }] },
  several: { contents: [TEXT, { ...TEXT, uri: "lab://another" }] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Json>>>>;

export const oddResource = defineFault({
  name: "odd_resource",
  title: "Odd contents of a resource",
  summary:
    "The contents of a resource are missing, of another shape, type or URI, or hold both text and bytes, or neither.",
  group: "results",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  methods: ["resources/read"],
  params: v.strictObject({
    form: choice(
      [
        "empty",
        "missing",
        "null",
        "not-a-list",
        "list-of-texts",
        "content",
        "neither",
        "both",
        "text-is-an-object",
        "no-uri",
        "other-uri",
        "uri-without-scheme",
        "no-type",
        "other-type",
        "blob-bad-base64",
        "blob-of-url-base64",
        "several",
      ],
      "What the contents are; content: they stand in the member that results of tools have. Good are empty, other-uri, no-type, other-type and several; the others break the schema. A resource that is not there has them, too.",
    ),
  }),
  examples: [{ form: "neither" }, { form: "content" }, { form: "several" }, { form: "blob-bad-base64" }],
  shownWith: { method: "resources/read" },
  breaks: [],
  seenIn: ["I10"],
  tolerates: ["success", "invalid_message"],
  robust:
    "Hands on every part that it can read with its own URI, and refuses the rest with an error that names the member; contents that are empty are no failure.",
  apply: ({ form }) =>
    giveResult((result, { name = URI }) => ({ ...without(result, "contents"), ...asked(FORMS[form], name) })),
});

/** The same members, of the resource that was asked for. */
function asked<T extends Json>(members: T, uri: string): T {
  const reviver = (key: string, value: unknown): unknown => (key === "uri" && value === URI ? uri : value);
  return JSON.parse(JSON.stringify(members), reviver) as T; // nothing but texts has changed
}
