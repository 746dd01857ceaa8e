import { expect, test } from "vitest";
import { httpStatus } from "./http-status.ts";
import { closes, sentHead, sentText } from "./testing/sent.ts";
import { runFault, type FaultRunOptions } from "./testing/run-fault.ts";

const DEFAULTS = { body: "json-rpc", code: -32_000, afterMs: 0 } as const;
const HTTP: FaultRunOptions = { shape: "http-json" };

test("the JSON-RPC body answers the request under its id, with the code asked for", async () => {
  const run = await runFault(httpStatus, { ...DEFAULTS, status: 400, code: -32_020 }, HTTP);
  expect(sentHead(run)).toMatchObject({ status: 400, headers: { "content-type": "application/json" } });
  expect(JSON.parse(sentText(run))).toEqual({
    jsonrpc: "2.0",
    id: 1,
    error: { code: -32_020, message: "HTTP 400 on purpose" },
  });
  expect(closes(run)).toEqual(["end"]);
});

test.each([
  ["json", "application/json", '{"error":"HTTP 500 on purpose"}'],
  ["text", "text/plain; charset=utf-8", "HTTP 500 on purpose"],
  ["empty", undefined, ""],
] as const)("a body that is %s", async (body, type, expected) => {
  const run = await runFault(httpStatus, { ...DEFAULTS, status: 500, body }, HTTP);
  expect(sentText(run)).toBe(expected);
  expect(sentHead(run)?.headers["content-type"]).toBe(type);
  expect(sentHead(run)?.headers["content-length"]).toBe(String(expected.length));
});

test.each([
  [2, "2"],
  ["Wed, 21 Oct 2099 07:28:00 GMT", "Wed, 21 Oct 2099 07:28:00 GMT"],
  ["soon", "soon"],
])("Retry-After: %s", async (retryAfter, expected) => {
  const run = await runFault(httpStatus, { ...DEFAULTS, status: 429, retryAfter }, HTTP);
  expect(sentHead(run)?.headers["retry-after"]).toBe(expected);
});

test("405 says what is allowed, no other status does", async () => {
  const allow = async (status: number) =>
    sentHead(await runFault(httpStatus, { ...DEFAULTS, status }, HTTP))?.headers["allow"];
  expect([await allow(405), await allow(404)]).toEqual(["POST", undefined]);
});

test("comes in place of a notification's 202 and of a GET stream", async () => {
  for (const at of ["$notification", "$stream"] as const) {
    const run = await runFault(httpStatus, { ...DEFAULTS, status: 404 }, { ...HTTP, at });
    expect(sentHead(run)?.status).toBe(404);
    expect(JSON.parse(sentText(run))).toMatchObject({ id: null });
    expect(run.endedBy).toBe("itself");
  }
});

test("is held back for as long as it says, and a cancel ends that", async () => {
  const params = { ...DEFAULTS, status: 502, afterMs: 1_000 };
  expect((await runFault(httpStatus, params, HTTP)).frames[0]?.atMs).toBe(1_000);
  expect(await runFault(httpStatus, params, { ...HTTP, cancelAtMs: 10 })).toMatchObject({ frames: [], endedAtMs: 10 });
});

test("what the error says, its data and its id can be chosen", async () => {
  const params = { ...DEFAULTS, status: 400, message: "Not acceptable", data: { supported: [] } };
  const sent = async (id: "null" | "server-error" | undefined) =>
    JSON.parse(sentText(await runFault(httpStatus, { ...params, id }, HTTP))) as object;
  const error = { code: -32_000, message: "Not acceptable", data: { supported: [] } };
  expect(await sent(undefined)).toEqual({ jsonrpc: "2.0", id: 1, error });
  expect(await sent("null")).toEqual({ jsonrpc: "2.0", id: null, error });
  expect(await sent("server-error")).toEqual({ jsonrpc: "2.0", id: "server-error", error });
});
