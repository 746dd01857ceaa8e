import { Buffer } from "node:buffer";

export const CODINGS = ["gzip", "deflate", "br", "zstd"] as const;
/** A content coding as HTTP names it. */
export type Coding = (typeof CODINGS)[number];

/**
 * `bytes` in a format of compression that stores them as they are. The same on every machine: what a compressor makes depends on its
 * version, and not every Node.js has one for each format.
 */
export function stored(coding: Coding, bytes: Buffer): Buffer {
  return WRITERS[coding](bytes);
}

const WRITERS: Readonly<Record<Coding, (bytes: Buffer) => Buffer>> = {
  /** RFC 1952. */
  gzip(bytes) {
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(bytes), 0);
    trailer.writeUInt32LE(bytes.length >>> 0, 4);
    return Buffer.concat([GZIP_HEAD, ...deflateBlocks(bytes), trailer]);
  },
  /** What HTTP calls deflate has the frame of RFC 1950. */
  deflate(bytes) {
    const trailer = Buffer.alloc(4);
    trailer.writeUInt32BE(adler32(bytes), 0);
    return Buffer.concat([Buffer.from([0x78, 0x01]), ...deflateBlocks(bytes), trailer]);
  },
  /** RFC 7932, 9.2: uncompressed meta-blocks. The first shares its bytes with the size of the window, a single 0 bit (64 KiB). */
  br(bytes) {
    const blocks = inBlocks(bytes, 0xffff).flatMap((block, n) => {
      const head = Buffer.alloc(3);
      const bits = ((block.length - 1) << 3) | (1 << 19);
      head.writeUIntLE(n === 0 ? bits << 1 : bits, 0, 3);
      return [head, block];
    });
    return Buffer.concat([...blocks, Buffer.from([bytes.length === 0 ? 0x06 : 0x03])]);
  },
  /** RFC 8878, 3.1.1: a single segment, its size in four bytes, raw blocks of at most 128 KiB. */
  zstd(bytes) {
    const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0]);
    head.writeUInt32LE(bytes.length, 5);
    const blocks = inBlocks(bytes, 0x20000);
    const written = blocks.flatMap((block, n) => [zstdBlockHead(block.length, n === blocks.length - 1), block]);
    return Buffer.concat([head, ...(written.length === 0 ? [zstdBlockHead(0, true)] : written)]);
  },
};

function zstdBlockHead(length: number, isLast: boolean): Buffer {
  const head = Buffer.alloc(3);
  head.writeUIntLE((length << 3) | (isLast ? 1 : 0), 0, 3);
  return head;
}

/** Blocks without compression (RFC 1951, 3.2.4); an empty one where there is nothing. */
function deflateBlocks(bytes: Buffer): Buffer[] {
  const blocks = bytes.length === 0 ? [bytes] : inBlocks(bytes, 0xffff);
  return blocks.flatMap((block, n) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(n === blocks.length - 1 ? 1 : 0, 0);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(~block.length & 0xffff, 3);
    return [head, block];
  });
}

function inBlocks(bytes: Buffer, size: number): Buffer[] {
  const blocks: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += size) blocks.push(bytes.subarray(start, start + size));
  return blocks;
}

/** Magic number, method deflate, no name, no time, unknown system (RFC 1952). */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function adler32(bytes: Buffer): number {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return ((b << 16) | a) >>> 0;
}
