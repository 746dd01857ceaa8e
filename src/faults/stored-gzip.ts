import { Buffer } from "node:buffer";

const MAX_BLOCK = 0xffff;

/**
 * A good gzip file that holds `bytes` in blocks without compression (RFC 1951, 3.2.4). The same bytes on every machine: what
 * a compressor makes depends on its version.
 */
export function storedGzip(bytes: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let start = 0; start === 0 || start < bytes.length; start += MAX_BLOCK) {
    const block = bytes.subarray(start, start + MAX_BLOCK);
    const head = Buffer.alloc(5);
    head.writeUInt8(start + MAX_BLOCK >= bytes.length ? 1 : 0, 0);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(~block.length & 0xffff, 3);
    blocks.push(head, block);
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(bytes), 0);
  trailer.writeUInt32LE(bytes.length >>> 0, 4);
  return Buffer.concat([GZIP_HEAD, ...blocks, trailer]);
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
