import * as v from "valibot";
import type { Json, JsonObject } from "../protocol/json.ts";
import { changeResult } from "./change-answer.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";
import { without } from "./without.ts";

const MARKED = { type: "text", text: "on purpose" };

/** The members of the result in place of `content`. */
const FORMS = {
  empty: { content: [] },
  "empty-with-structured": { content: [], structuredContent: { status: "on purpose" } },
  null: { content: null },
  missing: {},
  "not-a-list": { content: MARKED },
  "list-of-texts": { content: ["on purpose"] },
  "unknown-type": { content: [{ type: "hologram", data: "AAAA" }, MARKED] },
  "no-type": { content: [{ text: "on purpose" }] },
  "text-is-a-number": { content: [{ type: "text", text: 42 }] },
  "resource-link": { content: [{ type: "resource_link", uri: "lab://about", name: "about" }, MARKED] },
  "embedded-resource": { content: [{ type: "resource", resource: { uri: "lab://about", text: "on purpose" } }] },
  audio: { content: [{ type: "audio", data: "UklGRg==", mimeType: "audio/wav" }, MARKED] },
  "image-bad-base64": { content: [{ type: "image", data: "not base64!", mimeType: "image/png" }] },
  "image-no-image": { content: [{ type: "image", data: "b24gcHVycG9zZQ==", mimeType: "image/png" }] },
  "image-other-type": { content: [{ type: "image", data: "b24gcHVycG9zZQ==", mimeType: "text/plain" }] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Json>>>>;

export const oddContent = defineFault({
  name: "odd_content",
  title: "Odd content",
  summary:
    "The tool's result has contents that are empty, missing, of another type, or of a kind that many clients do not know.",
  group: "results",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  methods: ["tools/call"],
  params: v.strictObject({
    form: choice(
      [
        "empty",
        "empty-with-structured",
        "null",
        "missing",
        "not-a-list",
        "list-of-texts",
        "unknown-type",
        "no-type",
        "text-is-a-number",
        "resource-link",
        "embedded-resource",
        "audio",
        "image-bad-base64",
        "image-no-image",
        "image-other-type",
      ],
      "What the content is. Good are: empty (also with structured content beside it), resource-link, embedded-resource and audio; the others break the schema or hold no image.",
    ),
  }),
  examples: [
    { form: "empty-with-structured" },
    { form: "missing" },
    { form: "unknown-type" },
    { form: "image-bad-base64" },
  ],
  breaks: [],
  exercises: [{ check: "TOL-05" }],
  seenIn: ["I8", "I10"],
  tolerates: ["success", "invalid_message"],
  robust:
    "Hands on what it can and describes what it cannot, structured content also where content is empty. Missing or broken content is an error that says so, never a crash and never an empty success.",
  apply: ({ form }) =>
    changeResult((result): JsonObject => ({ ...without(result, "content", "structuredContent"), ...FORMS[form] })),
});
