import { Buffer } from "node:buffer";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { stored } from "./stored-compression.ts";

const READERS = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync } as const;
const SIZES = [0, 1, 80, 65_535, 65_536, 131_072, 200_000];

test.each(SIZES.flatMap((size) => (["gzip", "deflate", "br"] as const).map((coding) => [size, coding] as const)))(
  "%d bytes come out of %s as they went in",
  (size, coding) => {
    const bytes = Buffer.alloc(size, "Grüße 👋");
    expect(READERS[coding](stored(coding, bytes)).equals(bytes)).toBe(true);
  },
);

test.each(["gzip", "deflate", "br"] as const)("half of %s does not", (coding) => {
  const bytes = stored(coding, Buffer.alloc(80, "x"));
  expect(() => READERS[coding](bytes.subarray(0, 50))).toThrow(/unexpected end/);
});

// Node.js 20 cannot read it; the reference decompressor does.
test("zstd: a frame of one segment with raw blocks", () => {
  expect(stored("zstd", Buffer.from("hello")).toString("hex")).toBe("28b52ffda00500000029000068656c6c6f");
  expect(stored("zstd", Buffer.alloc(0)).toString("hex")).toBe("28b52ffda000000000010000");
  const large = stored("zstd", Buffer.alloc(200_000, "x"));
  // Two blocks, of 131072 and 68928 bytes, the second the last.
  expect(large.length).toBe(9 + 3 + 131_072 + 3 + 68_928);
  expect(large.subarray(9, 12).toString("hex")).toBe("000010");
  expect(large.subarray(9 + 3 + 131_072, 9 + 3 + 131_072 + 3).toString("hex")).toBe("016a08");
});
