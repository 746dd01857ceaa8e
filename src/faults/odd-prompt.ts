import * as v from "valibot";
import type { Json } from "../protocol/json.ts";
import { giveResult } from "./change-answer.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";
import { without } from "./without.ts";

const TEXT = { type: "text", text: "on purpose" };

/** The members of the result in place of `messages`. */
const FORMS = {
  empty: { messages: [] },
  missing: {},
  null: { messages: null },
  "not-a-list": { messages: { role: "user", content: TEXT } },
  "system-role": { messages: [{ role: "system", content: TEXT }] },
  "no-role": { messages: [{ content: TEXT }] },
  "content-is-text": { messages: [{ role: "user", content: "on purpose" }] },
  "content-is-list": { messages: [{ role: "user", content: [TEXT] }] },
  "content-null": { messages: [{ role: "user", content: null }] },
  "unknown-type": { messages: [{ role: "user", content: { type: "hologram", data: "AAAA" } }] },
  "assistant-first": { messages: [{ role: "assistant", content: TEXT }] },
  "same-role-twice": {
    messages: [
      { role: "user", content: TEXT },
      { role: "user", content: TEXT },
    ],
  },
  "embedded-resource": {
    messages: [
      {
        role: "user",
        content: { type: "resource", resource: { uri: "lab://about", mimeType: "text/plain", text: "on purpose" } },
      },
    ],
  },
  "resource-without-uri": {
    messages: [{ role: "user", content: { type: "resource", resource: { text: "on purpose" } } }],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Json>>>>;

export const oddPrompt = defineFault({
  name: "odd_prompt",
  title: "Odd messages of a prompt",
  summary: "The messages of a prompt are missing, of another shape or role, or hold what many clients do not know.",
  group: "results",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  methods: ["prompts/get"],
  params: v.strictObject({
    form: choice(
      [
        "empty",
        "missing",
        "null",
        "not-a-list",
        "system-role",
        "no-role",
        "content-is-text",
        "content-is-list",
        "content-null",
        "unknown-type",
        "assistant-first",
        "same-role-twice",
        "embedded-resource",
        "resource-without-uri",
      ],
      "What the messages are. Good are empty, assistant-first, same-role-twice and embedded-resource; the others break the schema. A prompt that is not there has them, too.",
    ),
  }),
  examples: [{ form: "system-role" }, { form: "content-is-text" }, { form: "missing" }, { form: "embedded-resource" }],
  shownWith: { method: "prompts/get" },
  breaks: [],
  seenIn: ["I10"],
  tolerates: ["success", "invalid_message"],
  robust:
    "Uses what the schema allows as it stands, refuses the rest with an error that names the member, and never hands a role or content that it does not know to a model as if it were another.",
  apply: ({ form }) => giveResult((result) => ({ ...without(result, "messages"), ...FORMS[form] })),
});
