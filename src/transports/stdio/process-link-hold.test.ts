import { PassThrough, Writable } from "node:stream";
import { expect, test } from "vitest";
import { createFakeClock } from "../../base/fake-clock.ts";
import { createProcessLink } from "./process-link.ts";

/** A link to a stream that tells what reached it in one piece. */
function open() {
  const pieces: string[] = [];
  const stdout = new Writable({
    decodeStrings: true,
    write: (chunk: Buffer, _, done) => {
      pieces.push(String(chunk));
      done();
    },
    writev: (chunks, done) => {
      pieces.push(chunks.map(({ chunk }) => String(chunk)).join(""));
      done();
    },
  });
  // Of the process's own streams only what every stream has is used here.
  const link = createProcessLink(
    new PassThrough() as unknown as NodeJS.ReadStream,
    stdout as unknown as NodeJS.WriteStream,
    createFakeClock(),
  );
  return { link, pieces, turn: () => new Promise<void>((resolve) => process.nextTick(resolve)) };
}

test("what is written in one turn leaves in one piece where it may", async () => {
  const { link, pieces, turn } = open();
  link.hold?.();
  link.write("a\n");
  await Promise.resolve();
  link.hold?.();
  link.write("b\n");
  expect(pieces).toEqual([]);
  await turn();
  expect(pieces).toEqual(["a\nb\n"]);
  link.write("c\n");
  expect(pieces).toEqual(["a\nb\n", "c\n"]);
});
