import { expect, test } from "vitest";
import { repeatLine } from "./repeat-line.ts";

test.each([
  ["a.json", {}, "mcp-failure-lab run a.json --seed 7"],
  ["a.json", { target: "t.json" }, "mcp-failure-lab run a.json --target t.json --seed 7"],
  ["a.json", { transport: "stdio" }, "mcp-failure-lab run a.json --transport stdio --seed 7"],
  ["a.json", { client: "typescript-sdk" }, "mcp-failure-lab run a.json --client typescript-sdk --seed 7"],
  ["a.json", { clock: "fast" }, "mcp-failure-lab run a.json --clock fast --seed 7"],
  ["a.json", { "fail-on": "must" }, "mcp-failure-lab run a.json --fail-on must --seed 7"],
  ["it's here.json", {}, String.raw`mcp-failure-lab run 'it'\''s here.json' --seed 7`],
  ["$(x).json", {}, "mcp-failure-lab run '$(x).json' --seed 7"],
] as const)("%s %o", (file, values, line) => {
  const plain = { target: undefined, transport: undefined, client: "lab", clock: "real", "fail-on": "never" } as const;
  expect(repeatLine(file, { ...plain, ...values }, 7)).toBe(line);
});
