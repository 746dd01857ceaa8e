import { describe, expect, test } from "vitest";
import { ToolHeaders } from "./tool-headers.ts";

const tool = (properties: object, name = "t") => ({ name, inputSchema: { type: "object", properties } });
const region = { type: "string", "x-mcp-header": "Region" };

test("mirrors the arguments that a tool has marked, nested ones too", () => {
  const headers = new ToolHeaders();
  const properties = {
    region,
    count: { type: "integer", "x-mcp-header": "Count" },
    dry: { type: "boolean", "x-mcp-header": "Dry-Run" },
    plain: { type: "string" },
    deep: { type: "object", properties: { name: { type: "string", "x-mcp-header": "Name" } } },
  };
  expect(headers.learn([tool(properties)])).toEqual([]);
  const args = { region: "é", count: -7, dry: false, plain: "p", deep: { name: "n" } };
  expect(headers.of({ name: "t", arguments: args })).toEqual([
    ["Mcp-Param-Region", "=?base64?w6k=?="],
    ["Mcp-Param-Count", "-7"],
    ["Mcp-Param-Dry-Run", "false"],
    ["Mcp-Param-Name", "n"],
  ]);
});

test.each([
  ["absent", {}],
  ["null", { region: null }],
  ["an object", { region: {} }],
  ["a fraction", { region: 1.5 }],
  ["an unsafe integer", { region: 2 ** 53 }],
])("an argument that is %s has no header", (_, args) => {
  const headers = new ToolHeaders();
  headers.learn([tool({ region })]);
  expect(headers.of({ name: "t", arguments: args })).toEqual([]);
});

test.each([undefined, null, "x", 5])("arguments that are %s have no headers", (args) => {
  const headers = new ToolHeaders();
  headers.learn([tool({ region })]);
  expect(headers.of(args === undefined ? { name: "t" } : { name: "t", arguments: args })).toEqual([]);
  expect(headers.of({ name: "unknown", arguments: { region: "x" } })).toEqual([]);
  expect(headers.of({ arguments: { region: "x" } })).toEqual([]);
});

describe("a tool that breaks the rules is named, mirrors nothing, and harms no other", () => {
  test.each<[string, object, string]>([
    [
      "an empty name",
      { a: { type: "string", "x-mcp-header": "" } },
      'bad: "x-mcp-header" of "a" is the string "", which is no header name',
    ],
    [
      "a name with a space",
      { a: { type: "string", "x-mcp-header": "A B" } },
      'bad: "x-mcp-header" of "a" is the string "A B", which is no header name',
    ],
    [
      "a name with a line end",
      { a: { type: "string", "x-mcp-header": "A\r\nB" } },
      'bad: "x-mcp-header" of "a" is the string "A B", which is no header name',
    ],
    [
      "a name that is a number",
      { a: { type: "string", "x-mcp-header": 5 } },
      'bad: "x-mcp-header" of "a" is the number 5, which is no header name',
    ],
    [
      "a name twice",
      { a: region, b: { ...region, "x-mcp-header": "REGION" } },
      'bad: "x-mcp-header" of "b" names a header twice',
    ],
    [
      "a number",
      { a: { type: "number", "x-mcp-header": "A" } },
      'bad: "x-mcp-header" of "a" stands on an argument that is no string, integer or boolean',
    ],
    [
      "an object",
      { a: { type: "object", "x-mcp-header": "A" } },
      'bad: "x-mcp-header" of "a" stands on an argument that is no string, integer or boolean',
    ],
    [
      "no type",
      { a: { "x-mcp-header": "A" } },
      'bad: "x-mcp-header" of "a" stands on an argument that is no string, integer or boolean',
    ],
    [
      "items of a list",
      { a: { type: "array", items: region } },
      'bad: "x-mcp-header" stands where no argument has a fixed place',
    ],
    ["a branch", { a: { anyOf: [region] } }, 'bad: "x-mcp-header" stands where no argument has a fixed place'],
    [
      "a nested one",
      { o: { properties: { a: { type: "number", "x-mcp-header": "A" } } } },
      'bad: "x-mcp-header" of "o.a" stands on an argument that is no string, integer or boolean',
    ],
  ])("%s", (_, properties, flaw) => {
    const headers = new ToolHeaders();
    expect(headers.learn([tool(properties, "bad"), tool({ region }, "good")])).toEqual([flaw]);
    expect(headers.of({ name: "bad", arguments: { a: "x", b: "x" } })).toEqual([]);
    expect(headers.of({ name: "good", arguments: { region: "x" } })).toEqual([["Mcp-Param-Region", "x"]]);
  });
});

test("an argument may itself be called x-mcp-header", () => {
  const headers = new ToolHeaders();
  expect(headers.learn([tool({ "x-mcp-header": { type: "string", "x-mcp-header": "X" } })])).toEqual([]);
  expect(headers.of({ name: "t", arguments: { "x-mcp-header": "v" } })).toEqual([["Mcp-Param-X", "v"]]);
});

test("a later list replaces what a tool had said before", () => {
  const headers = new ToolHeaders();
  headers.learn([tool({ region })]);
  headers.learn([tool({})]);
  expect(headers.of({ name: "t", arguments: { region: "x" } })).toEqual([]);
});

test.each([undefined, null, "x", {}, [null, 5, { name: 5 }, { name: "t" }, { name: "t", inputSchema: true }]])(
  "odd lists are taken as they are: %j",
  (tools) => {
    expect(new ToolHeaders().learn(tools)).toEqual([]);
  },
);
