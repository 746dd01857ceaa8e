import { expect, test } from "vitest";
import { LabError } from "../../base/errors.ts";
import { FAULTS } from "../../faults/index.ts";
import { toolInputSchema } from "../../faults/tool-schemas.ts";
import { selectTools, type ToolSelection } from "./select-tools.ts";

const names = (selection: ToolSelection, faults = FAULTS) =>
  selectTools(selection, faults, toolInputSchema, true, []).map(({ name }) => name);

test("ping is always there, the rest as it was chosen, in the order of the catalogue", () => {
  expect(names("none")).toEqual(["ping"]);
  expect(names(["hang", "delay", "ping"])).toEqual(["ping", "delay", "hang"]);
  expect(names("all")).toEqual(["ping", ...FAULTS.filter(({ tool }) => tool).map(({ name }) => name)]);
});

test("the core tools are the eleven of the specification, whatever else the catalogue has", () => {
  const [first] = FAULTS;
  const more = first === undefined ? [] : [{ ...first, name: "another_fault" }];
  expect(names("core", [...FAULTS, ...more])).toHaveLength(11);
  expect(names("all", [...FAULTS, ...more])).toContain("another_fault");
});

test("an unknown name is told with those that can be chosen", () => {
  expect(() => names(["delya"])).toThrow(LabError);
  expect(() => names(["delya"])).toThrow('Unknown tool "delya"');
});
