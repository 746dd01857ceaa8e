import { expect, test } from "vitest";
import { asOf, TOOL_SINCE } from "./since.ts";

const TOOL = { name: "t", title: "T", annotations: {}, icons: [], outputSchema: {}, description: "d" };

test("leaves out what a revision does not know yet", () => {
  expect(Object.keys(asOf(TOOL, "2024-11-05", TOOL_SINCE))).toEqual(["name", "description"]);
  expect(Object.keys(asOf(TOOL, "2025-03-26", TOOL_SINCE))).toEqual(["name", "annotations", "description"]);
  expect(Object.keys(asOf(TOOL, "2025-06-18", TOOL_SINCE))).toEqual([
    "name",
    "title",
    "annotations",
    "outputSchema",
    "description",
  ]);
  expect(asOf(TOOL, "2025-11-25", TOOL_SINCE)).toBe(TOOL);
});
