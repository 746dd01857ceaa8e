import { expect, test } from "vitest";
import type { JsonObject } from "../../protocol/json.ts";
import { FakeClient } from "../testing/fake-client.ts";

const PROMPT = { type: "ref/prompt", name: "translate" };
const TEMPLATE = { type: "ref/resource", uri: "lab://squares/{n}" };

function complete(params: JsonObject): JsonObject {
  return new FakeClient({ revision: "2026-07-28" }).ask("completion/complete", params);
}

test.each([
  [PROMPT, { name: "language", value: "g" }, ["german", "greek"]],
  [PROMPT, { name: "language", value: "x" }, []],
  [PROMPT, { name: "text", value: "g" }, []],
  [TEMPLATE, { name: "n", value: "1" }, ["1", "10", "12", "100"]],
])("%j, %j", (ref, argument, values) => {
  expect(complete({ ref, argument, context: { arguments: { text: "hi" } } })).toMatchObject({
    result: { completion: { values, total: values.length, hasMore: false } },
  });
});

test("at most 100 proposals are made at once", () => {
  const client = new FakeClient({ revision: "2026-07-28" });
  const many = Array.from({ length: 101 }, (_, n) => String(n));
  client.server.changes.prompts.set("many", {
    name: "many",
    describe: () => ({ name: "many" }),
    completers: { n: () => many },
    run: () => ({ messages: [] }),
  });
  const { result } = client.ask("completion/complete", {
    ref: { type: "ref/prompt", name: "many" },
    argument: { name: "n", value: "" },
  });
  expect(result).toMatchObject({ completion: { values: many.slice(0, 100), total: 101, hasMore: true } });
});

test.each<[what: string, params: JsonObject]>([
  ["an unknown prompt", { ref: { type: "ref/prompt", name: "nope" }, argument: { name: "language", value: "" } }],
  ["an unknown template", { ref: { type: "ref/resource", uri: "lab://x" }, argument: { name: "n", value: "" } }],
  ["an unknown argument", { ref: PROMPT, argument: { name: "constructor", value: "" } }],
  ["no argument", { ref: PROMPT }],
  ["an argument without a name", { ref: PROMPT, argument: { value: "" } }],
  ["an argument without a value", { ref: PROMPT, argument: { name: "language" } }],
  ["no reference", { argument: { name: "language", value: "" } }],
  ["an unknown kind of reference", { ref: { type: "ref/tool" }, argument: { name: "language", value: "" } }],
  [
    "a context that is no texts",
    { ref: PROMPT, argument: { name: "text", value: "" }, context: { arguments: { a: 1 } } },
  ],
])("%s is refused", (_what, params) => {
  expect(complete(params)).toMatchObject({ error: { code: -32602 } });
});
