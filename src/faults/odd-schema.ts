import * as v from "valibot";
import type { Exchange } from "../protocol/exchange.ts";
import type { JsonObject } from "../protocol/json.ts";
import { changeResult } from "./change-answer.ts";
import { defineFault } from "./define-fault.ts";
import { changeTool, entriesOf } from "./listed-entries.ts";
import { ODD_SCHEMAS } from "./odd-schemas.ts";
import { choice, text } from "./parameter.ts";
import { without } from "./without.ts";

const FORMS = [
  "root-any-of",
  "root-all-of",
  "type-string",
  "type-list",
  "required-inside",
  "local-ref",
  "broken-ref",
  "remote-ref",
  "recursive",
  "empty-list",
  "properties-list",
  "no-properties",
  "required-object",
  "array-without-items",
  "nullable-type",
  "boolean",
  "null",
  "missing",
  "draft-07",
  "unknown-dialect",
  "bad-pattern",
  "bad-header",
  "large",
  "output-without-type",
] as const;

export const oddSchema = defineFault({
  name: "odd_schema",
  title: "One odd schema among the tools",
  summary:
    "One tool of the list has an input or output schema that is unusual, large, or no schema; the others stay as they are.",
  group: "lists",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  methods: ["tools/list"],
  params: v.strictObject({
    form: choice(
      FORMS,
      "What is odd: the root (anyOf, allOf with a condition, a string, two types), required in the wrong place, a $ref that is local, broken, remote or to itself, lists and objects in each other's place as PHP writes empty ones (the schema, its properties, required), no properties, an array without items, a type that may be null, true or null for a schema, none, another or an unknown dialect, a pattern that is none, a header name that is none, 2000 properties, or an output schema without a type.",
    ),
    tool: v.optional(text(256, "The tool that gets it; the last of the list unless set.")),
  }),
  examples: [{ form: "root-any-of" }, { form: "remote-ref" }, { form: "missing" }, { form: "output-without-type" }],
  shownWith: { method: "tools/list" },
  breaks: [{ check: "TOL-12" }],
  exercises: [{ check: "TOL-08" }, { check: "TOL-09" }, { check: "TOL-10" }, { check: "ERR-17" }, { check: "RPC-20" }],
  seenIn: ["N2"],
  tolerates: ["success"],
  robust:
    "Keeps all other tools, sets this one apart with a message that names it, and fetches nothing for a remote $ref.",
  apply: ({ form, tool: name }) =>
    changeResult((result, exchange) => {
      const list = entriesOf(result);
      return list && { ...result, tools: changeTool(list.entries, name, (tool) => [withSchema(tool, form, exchange)]) };
    }),
});

function withSchema(tool: JsonObject, form: (typeof FORMS)[number], exchange: Exchange): JsonObject {
  switch (form) {
    case "missing":
      return without(tool, "inputSchema");
    case "output-without-type":
      return { ...tool, outputSchema: { properties: { value: { type: "string" } } } };
    case "remote-ref":
      return {
        ...tool,
        inputSchema: { type: "object", properties: { value: { $ref: `${originOf(exchange)}/schema.json` } } },
      };
    default:
      return { ...tool, inputSchema: ODD_SCHEMAS[form] };
  }
}

/** A client that fetches the schema is seen: the address is the server's own where there is one, else a port that nobody listens on. */
function originOf({ http }: Exchange): string {
  const host = http?.headers.find(([name]) => name.toLowerCase() === "host")?.[1];
  return `http://${host ?? "127.0.0.1:9"}`;
}
