import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { oddResult } from "./odd-result.ts";
import { sentResult } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

type Form = Parameters<typeof oddResult.apply>[0]["form"];

const tools = { tools: [], ttlMs: 1_000, cacheScope: "private" };
const info = { "io.modelcontextprotocol/serverInfo": { name: "server", version: "1" }, other: 1 };
const complete = { resultType: "complete", ...tools, _meta: info };

test.each<[Form, object]>([
  ["no-result-type", { ...tools, _meta: info }],
  ["unknown-result-type", { ...complete, resultType: "lab/partial" }],
  ["no-server-info", { ...complete, _meta: { other: 1 } }],
  ["no-cache-hints", { resultType: "complete", tools: [], _meta: info }],
  ["negative-ttl", { ...complete, ttlMs: -1 }],
  ["text-ttl", { ...complete, ttlMs: "1000" }],
  ["long-ttl", { ...complete, ttlMs: 3_600_000, cacheScope: "public" }],
  ["unknown-scope", { ...complete, cacheScope: "planet" }],
  ["input-required-empty", { resultType: "input_required" }],
  ["input-required-state-only", { resultType: "input_required", requestState: "lab-state" }],
  [
    "input-required-unknown",
    { resultType: "input_required", inputRequests: { lab: { method: "lab/unknown", params: {} } } },
  ],
])("%s", async (form, expected) => {
  const result = { ...tools, _meta: info };
  expect(sentResult(await runFault(oddResult, { form }, { era: "modern", method: "tools/list", result }))).toEqual(
    expected,
  );
});

test("a large state is a megabyte of text", async () => {
  const run = await runFault(
    oddResult,
    { form: "input-required-large-state" },
    { era: "modern", method: "tools/call" },
  );
  const { requestState } = sentResult(run) as { requestState: string };
  expect(Buffer.byteLength(requestState)).toBeGreaterThan(1024 * 1024);
});

test("three things at once, each under a name of its own", async () => {
  const run = await runFault(oddResult, { form: "input-required-three" }, { era: "modern", method: "tools/call" });
  const { inputRequests } = sentResult(run) as { inputRequests: Record<string, { method: string }> };
  expect(Object.values(inputRequests).map(({ method }) => method)).toEqual([
    "roots/list",
    "elicitation/create",
    "sampling/createMessage",
  ]);
});
