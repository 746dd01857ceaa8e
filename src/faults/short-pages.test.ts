import { expect, test } from "vitest";
import { shortPages } from "./short-pages.ts";
import { readPages } from "./testing/read-pages.ts";

type Params = Parameters<typeof shortPages.apply>[0];

async function names(params: Params) {
  const pages = await readPages(shortPages, params, { limit: 9 });
  return pages.map(({ tools, error }) =>
    error === undefined ? (tools as { name: string }[]).map(({ name }) => name) : "error",
  );
}

test.each<[number, Params["second"], unknown[]]>([
  [1, "full", [["echo"], ["add"], ["time"]]],
  [2, "full", [["echo", "add"], ["time"]]],
  [3, "full", [["echo", "add", "time"]]],
  [100, "full", [["echo", "add", "time"]]],
  [1, "empty", [["echo"], [], ["add"], ["time"]]],
  [2, "empty", [["echo", "add"], [], ["time"]]],
  [2, "error", [["echo", "add"], "error"]],
])("pages of %d, the second %s", async (pageSize, second, expected) => {
  expect(await names({ pageSize, second, cursor: "named" })).toEqual(expected);
});

test("a cursor of another list is refused as it was", async () => {
  const [answer] = await readPages(
    shortPages,
    { pageSize: 1, second: "full", cursor: "named" },
    { limit: 1, cursor: "other" },
  );
  expect(answer).toMatchObject({ error: { code: -32_602 } });
});

test("an empty cursor asks for the next page, as often as it is given", async () => {
  const pages = await readPages(shortPages, { pageSize: 2, second: "full", cursor: "empty" }, { limit: 9 });
  expect(pages.map(({ tools, nextCursor }) => [(tools as object[]).length, nextCursor])).toEqual([
    [2, ""],
    [1, undefined],
  ]);
});
