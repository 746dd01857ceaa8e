import { expect, test } from "vitest";
import { pageOf } from "./paging.ts";
import { Refusal } from "./refusal.ts";

const ITEMS = ["a", "b", "c", "d", "e"];

test("walks a list page by page, and the same cursor gives the same page", () => {
  const first = pageOf("tools/list", ITEMS, undefined, 2);
  if (first instanceof Refusal) throw new Error(first.message);
  expect(first.items).toEqual(["a", "b"]);
  const second = pageOf("tools/list", ITEMS, first.nextCursor, 2);
  expect(pageOf("tools/list", ITEMS, first.nextCursor, 2)).toEqual(second);
  if (second instanceof Refusal) throw new Error(second.message);
  expect(second.items).toEqual(["c", "d"]);
  const third = pageOf("tools/list", ITEMS, second.nextCursor, 2);
  expect(third).toEqual({ items: ["e"] });
});

test("a list that fits has no cursor", () => {
  expect(pageOf("tools/list", ITEMS, undefined, 5)).toEqual({ items: ITEMS });
});

test.each([
  ["invented", "nonsense"],
  ["empty", ""],
  ["no text", 2],
  ["null", null],
  ["of another list", Buffer.from("prompts/list:2").toString("base64url")],
  ["between two pages", Buffer.from("tools/list:1").toString("base64url")],
  ["past the end", Buffer.from("tools/list:6").toString("base64url")],
  ["before the start", Buffer.from("tools/list:-2").toString("base64url")],
  ["at the start", Buffer.from("tools/list:0").toString("base64url")],
  ["written another way", `${Buffer.from("tools/list:2").toString("base64url")}=`],
  ["shortened", Buffer.from("tools/list:2").toString("base64url").slice(0, -1)],
])("a cursor that is %s is refused", (_what, cursor) => {
  expect(pageOf("tools/list", ITEMS, cursor, 2)).toMatchObject({ code: -32602 });
});
