import * as v from "valibot";
import { isObject, type Json, type JsonObject } from "../protocol/json.ts";
import { changeResult } from "./change-answer.ts";
import { defineFault } from "./define-fault.ts";
import { entriesOf } from "./listed-entries.ts";
import { choice } from "./parameter.ts";

/** Members that are null in each entry, item or message, where the healthy side has none or another value. */
const withNull = (names: readonly string[]) => (value: Json) =>
  isObject(value) ? { ...value, ...Object.fromEntries(names.map((name) => [name, null])) } : value;

const CHANGES: Readonly<
  Record<"cursor" | "entries" | "content" | "meta", (result: JsonObject) => JsonObject | undefined>
> = {
  cursor: (result) => (entriesOf(result) === undefined ? undefined : { ...result, nextCursor: null }),
  entries(result) {
    const list = entriesOf(result);
    if (list === undefined) return undefined;
    return { ...result, [list.member]: list.entries.map(withNull(["description", "annotations", "icons", "_meta"])) };
  },
  content(result) {
    if (!Array.isArray(result.content)) return undefined;
    return { ...result, content: result.content.map(withNull(["annotations", "_meta"])) };
  },
  meta: (result) => ({ ...result, _meta: null }),
};

/** Met in Hmbown/Codewhale#5335, datalayer/jupyter-mcp-server#184, PrefectHQ/fastmcp#594 and campertunity/mcp-server#2. */
export const nullMembers = defineFault({
  name: "null_members",
  title: "Null for what is absent",
  summary: "Optional members of the result are null in place of being absent, as many serializers write them.",
  group: "results",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  params: v.strictObject({
    where: choice(
      ["cursor", "entries", "content", "meta"],
      "cursor: the next cursor of a list. entries: description, annotations, icons and _meta of each entry of a list. content: annotations and _meta of each item of content. meta: _meta of the result. A result without these stays as it is.",
    ),
  }),
  examples: [{ where: "content" }, { where: "meta" }, { where: "entries" }, { where: "cursor" }],
  breaks: [],
  exercises: [{ check: "TOL-05" }, { check: "PAG-02" }],
  tolerates: ["success", "invalid_message"],
  robust:
    "Takes null for absent, or refuses the one entry or result with a message that names the member. It keeps all other entries, and asks for no page after a null cursor.",
  apply: ({ where }) => changeResult((result) => CHANGES[where](result)),
});
