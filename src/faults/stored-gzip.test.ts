import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { storedGzip } from "./stored-gzip.ts";

test.each([0, 1, 80, 65_535, 65_536, 200_000])("%d bytes come out of gunzip as they went in", (size) => {
  const bytes = Buffer.alloc(size, "Grüße 👋");
  expect(gunzipSync(storedGzip(bytes)).equals(bytes)).toBe(true);
});

test("half of it does not", () => {
  const bytes = storedGzip(Buffer.alloc(80, "x"));
  expect(() => gunzipSync(bytes.subarray(0, 50))).toThrow(/unexpected end/);
});
