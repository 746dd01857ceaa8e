import * as v from "valibot";
import type { JsonObject } from "../protocol/json.ts";
import { giveResult } from "./change-answer.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";
import { without } from "./without.ts";

const ELSEWHERE = "lab://another";

/** The members of the result in place of `contents`, for the text item of the resource that was asked for. */
const FORMS = {
  empty: () => ({ contents: [] }),
  missing: () => ({}),
  null: () => ({ contents: null }),
  "not-a-list": (item) => ({ contents: item }),
  "list-of-texts": ({ text }) => ({ contents: [text] }),
  content: ({ text }) => ({ content: [{ type: "text", text }] }),
  neither: (item) => ({ contents: [without(item, "text")] }),
  both: (item) => ({ contents: [{ ...item, blob: "b24gcHVycG9zZQ==" }] }),
  "text-is-an-object": (item) => ({ contents: [{ ...item, text: { status: "on purpose" } }] }),
  "no-uri": (item) => ({ contents: [without(item, "uri")] }),
  "other-uri": (item) => ({ contents: [{ ...item, uri: ELSEWHERE }] }),
  "uri-without-scheme": (item) => ({ contents: [{ ...item, uri: "about" }] }),
  "no-type": (item) => ({ contents: [without(item, "mimeType")] }),
  "other-type": (item) => ({ contents: [{ ...item, mimeType: "image/png" }] }),
  "blob-bad-base64": ({ uri }) => ({ contents: [{ uri, mimeType: "image/png", blob: "not base64!" }] }),
  "blob-of-url-base64": ({ uri }) => ({ contents: [{ uri, mimeType: "application/octet-stream", blob: "-_-_" }] }),
  several: (item) => ({ contents: [item, { ...item, uri: ELSEWHERE }] }),
} as const satisfies Readonly<Record<string, (item: TextItem) => JsonObject>>;

interface TextItem extends JsonObject {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

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
    giveResult((result, { name: uri = "lab://nobody" }) => ({
      ...without(result, "contents"),
      ...FORMS[form]({ uri, mimeType: "text/plain", text: "on purpose" }),
    })),
});
