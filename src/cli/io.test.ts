import { expect, test } from "vitest";
import { isLively } from "./io.ts";

test.each([
  [true, true, {}],
  [true, true, { NO_COLOR: "", CI: "", TERM: "xterm" }],
  [true, true, { CI: "false" }],
  [false, false, { FORCE_COLOR: "1" }],
  [false, true, { NO_COLOR: "1" }],
  [false, true, { CI: "true" }],
  [false, true, { CI: "1" }],
  [false, true, { TERM: "dumb" }],
])("lively: %s (terminal: %s, %j)", (expected, isTerminal, env) => {
  expect(isLively(isTerminal, env)).toBe(expected);
});
