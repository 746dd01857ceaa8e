import { expect, test } from "vitest";
import { unsolicitedRequest } from "./unsolicited-request.ts";
import { runFault } from "./testing/run-fault.ts";

const DEFAULTS = { method: "ping", id: "own", place: "before", mode: "form", waitMs: 0 } as const;
const pong = { jsonrpc: "2.0", id: "lab-request-1", result: {} };

test("asks before or after the answer, under an id of its own", async () => {
  const before = await runFault(unsolicitedRequest, DEFAULTS);
  const after = await runFault(unsolicitedRequest, { ...DEFAULTS, place: "after" });
  expect(before.messages).toMatchObject([{ id: "lab-request-1", method: "ping" }, { id: 1 }]);
  expect(after.messages).toMatchObject([{ id: 1 }, { id: "lab-request-1", method: "ping" }]);
});

test("may take the very id of the call", async () => {
  const run = await runFault(unsolicitedRequest, { ...DEFAULTS, id: "of-the-call", method: "lab/unknown" });
  expect(run.messages).toMatchObject([
    { id: 1, method: "lab/unknown" },
    { id: 1, result: {} },
  ]);
});

test.each([
  ["sampling/createMessage", { maxTokens: 16 }],
  ["elicitation/create", { requestedSchema: { type: "object" } }],
] as const)("%s has what its schema wants", async (method, params) => {
  const run = await runFault(unsolicitedRequest, { ...DEFAULTS, method });
  expect(run.messages[0]).toMatchObject({ method, params });
});

test("an elicitation may send to an address, nothing else does", async () => {
  const ask = async (method: "ping" | "elicitation/create") =>
    (await runFault(unsolicitedRequest, { ...DEFAULTS, method, mode: "url" })).messages[0]?.["params"];
  expect(await ask("elicitation/create")).toMatchObject({ mode: "url", url: "http://127.0.0.1:9/sign-in" });
  expect(await ask("ping")).toBeUndefined();
});

test("the answer waits for the client's, and for no other", async () => {
  const peer = [
    { atMs: 100, message: { ...pong, id: "other" } },
    { atMs: 150, message: { jsonrpc: "2.0", id: "lab-request-1", method: "roots/list" } },
    { atMs: 300, message: pong },
  ];
  const run = await runFault(unsolicitedRequest, { ...DEFAULTS, waitMs: 1_000 }, { peer });
  expect(run.frames.map(({ atMs }) => atMs)).toEqual([0, 320]);
});

test("an answer that comes at once is not missed", async () => {
  const run = await runFault(
    unsolicitedRequest,
    { ...DEFAULTS, waitMs: 1_000 },
    { peer: [{ atMs: 0, message: pong }] },
  );
  expect(run.endedAtMs).toBe(20);
});

test("and no longer than it says, or than the call lasts", async () => {
  const alone = await runFault(unsolicitedRequest, { ...DEFAULTS, waitMs: 1_000 });
  const cancelled = await runFault(unsolicitedRequest, { ...DEFAULTS, waitMs: 1_000 }, { cancelAtMs: 10 });
  expect(alone.frames.map(({ atMs }) => atMs)).toEqual([0, 1_020]);
  expect(cancelled).toMatchObject({ endedBy: "cancel", pendingTimers: 0 });
});
