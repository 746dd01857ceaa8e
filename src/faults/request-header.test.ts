import { expect, test } from "vitest";
import type { Headers } from "../protocol/exchange.ts";
import { requestHeader } from "./request-header.ts";
import { CALL_HEADERS, sendRequest } from "./testing/send-request.ts";

type Params = Parameters<typeof requestHeader.apply>[0];

test.each<[Params["header"], Params["as"], Headers]>([
  ["version", "missing", []],
  ["version", "empty", [["MCP-Protocol-Version", ""]]],
  ["version", "wrong", [["MCP-Protocol-Version", "2099-12-31"]]],
  ["method", "wrong", [["Mcp-Method", "lab/other"]]],
  [
    "name",
    "twice",
    [
      ["Mcp-Name", "echo"],
      ["Mcp-Name", "lab-other"],
    ],
  ],
  ["name", "upper-case", [["MCP-NAME", "echo"]]],
  ["name", "base64", [["Mcp-Name", "=?base64?ZWNobw==?="]]],
  ["accept", "wrong", [["Accept", "text/html"]]],
  ["accept", "any", [["Accept", "*/*"]]],
  ["accept", "with-parameter", [["Accept", "application/json; charset=utf-8, text/event-stream; charset=utf-8"]]],
  ["accept", "upper-case-value", [["Accept", "APPLICATION/JSON, TEXT/EVENT-STREAM"]]],
  ["content-type", "wrong", [["Content-Type", "text/plain"]]],
  ["content-type", "with-parameter", [["Content-Type", "application/json; charset=utf-8"]]],
  ["content-type", "upper-case-value", [["Content-Type", "APPLICATION/JSON"]]],
])("%s, %s", async (header, as, expected) => {
  const { headers = [], body } = await sendRequest(requestHeader, { header, as });
  const names = expected[0]?.[0].toLowerCase() ?? "mcp-protocol-version";
  expect(headers.filter(([name]) => name.toLowerCase() === names)).toEqual(expected);
  // The others and the body stay as they are.
  const isOther = ([name]: readonly [string, string]) => name.toLowerCase() !== names;
  expect(headers.filter(isOther)).toEqual(CALL_HEADERS.filter(isOther));
  expect(JSON.parse(body)).toMatchObject({ id: 7, method: "tools/call" });
});

test.each<[Params["as"], string | undefined]>([
  ["wrong", "lab-unknown-session"],
  ["empty", ""],
  ["twice", undefined],
  ["upper-case", undefined],
  ["missing", undefined],
])("a session where none is due, %s: %j", async (as, expected) => {
  const { headers = [] } = await sendRequest(requestHeader, { header: "session", as });
  expect(headers.find(([name]) => name.toLowerCase() === "mcp-session-id")?.[1]).toBe(expected);
});
