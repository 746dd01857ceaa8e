import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { isLively, send } from "./io.ts";

/** A stream as far as these functions look at it. */
const stream = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream;

test.each([
  [true, true, {}],
  [true, true, { NO_COLOR: "", CI: "", TERM: "xterm" }],
  [true, true, { CI: "false" }],
  [false, false, { FORCE_COLOR: "1" }],
  [false, true, { NO_COLOR: "1" }],
  [false, true, { CI: "true" }],
  [false, true, { CI: "1" }],
  [false, true, { TERM: "dumb" }],
])("lively: %s (terminal: %s, %j)", (expected, isTTY, env) => {
  expect(isLively(stream(isTTY), env)).toBe(expected);
});

test("what was sent has been taken when it resolves", async () => {
  const out = stream(false);
  let taken = "";
  out.on("data", (chunk: Buffer) => void (taken += chunk.toString()));
  await send(out, "x".repeat(100_000));
  expect(taken.length).toBe(100_000);
});

test("a reader that has gone is not waited for", async () => {
  const out = stream(false);
  out.on("error", () => undefined);
  out.destroy();
  await expect(send(out, "text")).resolves.toBeUndefined();
});
