import { expect, test } from "vitest";
import { stdoutNoise } from "./stdout-noise.ts";
import { sentText, writes } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([
  ["before", /^Server started on purpose\n\{.*\}\n$/],
  ["after", /^\{.*\}\nServer started on purpose\n$/],
  ["inside", /^\{.*Server started on purpose\n.*\}\n$/],
] as const)("%s the message", async (place, expected) => {
  const run = await runFault(stdoutNoise, { noise: "text", place });
  expect(sentText(run)).toMatch(expected);
});

test.each(["number", "string", "array", "object"] as const)("%s is JSON and no message", async (noise) => {
  const [line = ""] = writes(await runFault(stdoutNoise, { noise, place: "before" }));
  expect(JSON.parse(line)).not.toHaveProperty("jsonrpc");
});

test("by the first message only", async () => {
  const note = { jsonrpc: "2.0", method: "notifications/message" };
  const run = await runFault(stdoutNoise, { noise: "number", place: "before" }, { before: [note] });
  expect(sentText(run).match(/^42$/gm)).toHaveLength(1);
});

test("at an opening it is all there is", async () => {
  const run = await runFault(stdoutNoise, { noise: "banner", place: "before" }, { at: "$open" });
  expect(Buffer.from(writes(run).join(""), "latin1").toString()).toBe("  ___\n | lab | 🧪 ready\n  ---\n");
});

test("a line of one's own", async () => {
  const line = '{"jsonrpc":"2.0","method":"notifications/stderr"}';
  const run = await runFault(stdoutNoise, { noise: "text", line, place: "before" }, { at: "$open" });
  expect(sentText(run)).toBe(`${line}\n`);
});
