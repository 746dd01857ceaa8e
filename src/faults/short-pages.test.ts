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
  expect(await names({ pageSize, second })).toEqual(expected);
});

test("a cursor of another list is refused as it was", async () => {
  const [answer] = await readPages(shortPages, { pageSize: 1, second: "full" }, { limit: 1, cursor: "other" });
  expect(answer).toMatchObject({ error: { code: -32_602 } });
});
