import { expect, test } from "vitest";
import { error } from "../protocol/json-rpc.ts";
import type { Json, JsonObject } from "../protocol/json.ts";
import { endlessCursor } from "./endless-cursor.ts";
import { readPages } from "./testing/read-pages.ts";

type Params = Parameters<typeof endlessCursor.apply>[0];

/** The pages that a client reads which goes on as long as there is a cursor, five at most. */
async function pages(params: Params, shape: "stdio" | "http-json" = "stdio"): Promise<readonly JsonObject[]> {
  return readPages(endlessCursor, params, { shape, limit: 5 });
}

const cursors = (results: readonly JsonObject[]) => results.map(({ nextCursor }) => nextCursor);
const names = (results: readonly JsonObject[]) =>
  results.map(({ tools }) => (tools as { name: string }[]).map(({ name }) => name));

test.each<[Params["cursor"], Json[]]>([
  ["same", ["lab-cursor", "lab-cursor", "lab-cursor", "lab-cursor", "lab-cursor"]],
  ["alternating", ["lab-cursor-a", "lab-cursor-b", "lab-cursor-a", "lab-cursor-b", "lab-cursor-a"]],
  ["empty", ["", "", "", "", ""]],
  ["new", ["lab-cursor-1", "lab-cursor-2", "lab-cursor-3", "lab-cursor-4", "lab-cursor-5"]],
  ["number", [1, 2, 3, 4, 5]],
])("%s", async (cursor, expected) => {
  expect(cursors(await pages({ cursor, entries: "repeated" }))).toEqual(expected);
});

test.each<[Params["entries"], string[]]>([
  ["repeated", ["echo", "add", "time"]],
  ["new", ["echo_3", "add_3", "time_3"]],
  ["none", []],
])("entries: %s", async (entries, third) => {
  const all = names(await pages({ cursor: "same", entries }));
  expect(all[0]).toEqual(["echo", "add", "time"]);
  expect(all[2]).toEqual(third);
});

test("every page has what the first has beside its entries, also over HTTP", async () => {
  const all = await pages({ cursor: "new", entries: "none" }, "http-json");
  expect(all).toHaveLength(5);
  for (const page of all) expect(page).toMatchObject({ ttlMs: 60_000, cacheScope: "public" });
});

test("a refusal that is no page stays one", async () => {
  const refused = error(1, -32_602, "Invalid cursor");
  const all = await readPages(
    endlessCursor,
    { cursor: "same", entries: "repeated" },
    { cursor: "from elsewhere", limit: 1 },
  );
  expect(all).toEqual([refused]);
});
