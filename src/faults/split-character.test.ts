import { expect, test } from "vitest";
import { splitCharacter } from "./split-character.ts";
import { sentText, writes } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each(["stdio", "http-json", "http-sse"] as const)(
  "every character is split, and none is lost, %s",
  async (shape) => {
    const run = await runFault(splitCharacter, { intervalMs: 5 }, { shape });
    // Every write but the first begins inside a character: with a byte that continues one.
    const first = writes(run).map((each) => each.charCodeAt(0) & 0xc0);
    expect(first.slice(1).every((bits) => bits === 0x80)).toBe(true);
    expect(first.length).toBeGreaterThan(10);
    expect(sentText(run)).toContain('{"type":"text","text":"é € 😀 👩‍🔬"}');
  },
);

test("a result that is no tool's carries the characters where they break no schema", async () => {
  const run = await runFault(splitCharacter, { intervalMs: 0 }, { method: "tools/list" });
  const { result } = JSON.parse(sentText(run)) as { result: { tools: object[]; _meta: Record<string, string> } };
  expect(result.tools).toHaveLength(3);
  expect(result._meta["mcp-failure-lab/text"]).toContain("😀");
});
