import * as v from "valibot";
import { isObject, type Json, type JsonObject } from "../protocol/json.ts";
import { changeResult } from "./change-answer.ts";
import { defineFault } from "./define-fault.ts";
import { wholeNumber } from "./parameter.ts";

export const truncatedText = defineFault({
  name: "truncated_text",
  title: "Text cut without a word",
  summary: "Cuts every text of the result after so many characters, and does not say so.",
  group: "results",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  methods: ["tools/call", "resources/read"],
  params: v.strictObject({
    characters: wholeNumber(0, 1_000_000, "How many characters of each text are left."),
  }),
  examples: [{ characters: 3 }],
  breaks: [],
  exercises: [{ check: "TOL-02" }, { check: "TOL-05" }],
  seenIn: ["I11"],
  tolerates: ["success"],
  robust:
    "Cannot see it by itself: whoever needs the whole text asks for a length, a hash or a last line, and checks it.",
  apply: ({ characters }) => {
    const cut = (items: Json): Json =>
      Array.isArray(items)
        ? items.map((item: Json) =>
            isObject(item) && typeof item.text === "string" ? { ...item, text: item.text.slice(0, characters) } : item,
          )
        : items;
    return changeResult((result): JsonObject => {
      const { content, contents } = result;
      if (content !== undefined) return { ...result, content: cut(content) };
      return contents === undefined ? result : { ...result, contents: cut(contents) };
    });
  },
});
