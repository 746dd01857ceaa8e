import { expect, test } from "vitest";
import { decodeHeaderValue } from "./header-value.ts";

const wrapped = (text: string) => `=?base64?${Buffer.from(text).toString("base64")}?=`;

test.each(["", "a", "ab", "abc", "Grüße", "\u{feff}mark", "🙂"])("unwraps %j", (text) => {
  expect(decodeHeaderValue(wrapped(text))).toBe(text);
});

test.each(["plain", "", "=?base64?aGk=", "aGk=?=", "=?utf8?aGk=?=", "=?BASE64?aGk=?=", "=?base64?="])(
  "takes %j literally: it is not wrapped",
  (text) => {
    expect(decodeHeaderValue(text)).toBe(text);
  },
);

test.each([
  ["no padding", "=?base64?aGk?="],
  ["too much padding", "=?base64?aGk==?="],
  ["padding in the middle", "=?base64?aG=k?="],
  ["another alphabet", "=?base64?_-8=?="],
  ["a blank", "=?base64?aG k=?="],
  ["bytes that are no UTF-8", "=?base64?/w==?="],
])("refuses %s", (_what, text) => {
  expect(decodeHeaderValue(text)).toBeUndefined();
});
