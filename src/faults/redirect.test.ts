import { expect, test } from "vitest";
import { redirect } from "./redirect.ts";
import { sentHead, sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([
  ["same", "/mcp?redirected=1"],
  ["slash", "/mcp/"],
  ["other-port", "http://127.0.0.1:9/mcp"],
  ["other-host", "http://localhost:3000/mcp"],
  ["nowhere", undefined],
] as const)("to %s", async (to, location) => {
  const run = await runFault(redirect, { status: 307, to }, { shape: "http-json" });
  expect(sentHead(run)?.status).toBe(307);
  expect(sentHead(run)?.headers["location"]).toBe(location);
  expect(sentText(run)).toBe("");
});

test("a GET stream is redirected, too", async () => {
  const run = await runFault(redirect, { status: 301, to: "slash" }, { shape: "http-sse", at: "$stream" });
  expect(sentHead(run)).toMatchObject({ status: 301, headers: { location: "/mcp/" } });
});
