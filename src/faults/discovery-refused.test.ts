import { expect, test } from "vitest";
import { discoveryRefused } from "./discovery-refused.ts";
import { closes, sentHead, sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

type As = Parameters<typeof discoveryRefused.apply>[0]["as"];

const run = (as: As, shape: "stdio" | "http-json" = "http-json") =>
  runFault(discoveryRefused, { as }, { shape, era: "modern", method: "server/discover" });

test.each<[As, number, number]>([
  ["method-not-found", 200, -32_601],
  ["invalid-request", 200, -32_600],
  ["invalid-params", 200, -32_602],
  ["server-error", 200, -32_000],
  ["http-400-json-rpc", 400, -32_000],
])("%s: HTTP %d with the error %d", async (as, status, code) => {
  const refused = await run(as);
  expect(sentHead(refused)).toMatchObject({ status, headers: { "content-type": "application/json" } });
  expect(JSON.parse(sentText(refused))).toMatchObject({ jsonrpc: "2.0", id: 1, error: { code } });
});

test.each<[As, number]>([
  ["http-400-text", 400],
  ["http-404", 404],
  ["http-405", 405],
  ["http-500", 500],
])("%s: plain text", async (as, status) => {
  const refused = await run(as);
  expect(sentHead(refused)).toMatchObject({ status, headers: { "content-type": "text/plain" } });
  expect(() => JSON.parse(sentText(refused)) as unknown).toThrow(SyntaxError);
});

test("over stdio an error is a line", async () => {
  expect((await run("method-not-found", "stdio")).messages).toEqual([
    { jsonrpc: "2.0", id: 1, error: { code: -32_601, message: "Method not found" } },
  ]);
});

test.each<[As, "stdio" | "http-json", unknown[]]>([
  ["closed", "stdio", ["cut"]],
  ["closed", "http-json", ["cut"]],
  ["exit", "stdio", ["exit"]],
  ["silence", "stdio", []],
  ["silence", "http-json", []],
])("%s over %s", async (as, shape, expected) => {
  const refused = await run(as, shape);
  expect([sentText(refused), sentHead(refused), closes(refused)]).toEqual(["", undefined, expected]);
});

test("a status exists over HTTP alone, the end of the process over stdio", () => {
  expect(discoveryRefused.shapesWith?.({ as: "http-404" })).not.toContain("stdio");
  expect(discoveryRefused.shapesWith?.({ as: "exit" })).toEqual(["stdio"]);
  expect(discoveryRefused.shapesWith?.({ as: "silence" })).toEqual(discoveryRefused.shapes);
});
