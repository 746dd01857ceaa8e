import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { headerValue } from "./header-value.ts";

// The examples of the specification (2026-07-28, Streamable HTTP, "Value Encoding").
test.each([
  ["us-west1", "us-west1"],
  ["Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="],
  [" padded ", "=?base64?IHBhZGRlZCA=?="],
  ["line1\nline2", "=?base64?bGluZTEKbGluZTI=?="],
  ["=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="],
])("%j becomes %j", (value, header) => {
  expect(headerValue(value)).toBe(header);
});

test.each(["", "a", "a b", "a\tb", "=?base64?open", "file:///a/b.json", "~!@#$%^&*()"])(
  "%j stays as it is",
  (value) => {
    expect(headerValue(value)).toBe(value);
  },
);

test.each(["\t", " ", "a\r\nX-Evil: 1", "a\0", "\x7f", "é", "😀"])("%j is wrapped", (value) => {
  expect(headerValue(value)).toMatch(/^=\?base64\?[A-Za-z0-9+/]+=*\?=$/);
});

test("every text can be had back from its header, and no header holds what a header cannot", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (value) => {
      const header = headerValue(value);
      expect(header).toMatch(/^[\t\x20-\x7e]*$/);
      const wrapped = /^=\?base64\?(.*)\?=$/.exec(header)?.[1];
      expect(wrapped === undefined ? header : Buffer.from(wrapped, "base64").toString()).toBe(value);
    }),
  );
});
