import { expect, test } from "vitest";
import { createFakeClock } from "../base/fake-clock.ts";
import { createSequentialIds } from "../base/ids.ts";
import { REQUEST_STATE_TTL_MS } from "../base/limits.ts";
import type { JsonRpcRequest } from "../protocol/json-rpc.ts";
import type { JsonObject } from "../protocol/json.ts";
import { RequestStates } from "./request-state.ts";

function call(params: JsonObject, method = "tools/call"): JsonRpcRequest {
  return { jsonrpc: "2.0", id: 1, method, params };
}

function setUp() {
  const clock = createFakeClock();
  const ids = createSequentialIds("key");
  return { clock, states: new RequestStates(ids, clock), others: new RequestStates(ids, clock) };
}

const REQUEST = call({ name: "t", arguments: { a: 1, b: { c: 2, d: [3] } } });

test("opens what it has sealed, for the same request under another id and in another order", () => {
  const { states } = setUp();
  const sealed = states.seal({ round: 1 }, REQUEST);
  const again = { ...call({ arguments: { b: { d: [3], c: 2 }, a: 1 }, name: "t" }), id: "other" };
  expect(states.open(sealed, again)).toEqual({ round: 1 });
});

test("left out arguments are the same as none", () => {
  const { states } = setUp();
  expect(states.open(states.seal({ x: 1 }, call({ name: "t" })), call({ name: "t", arguments: {} }))).toEqual({ x: 1 });
});

test.each([
  ["another tool", call({ name: "u", arguments: { a: 1, b: { c: 2, d: [3] } } })],
  ["other arguments", call({ name: "t", arguments: { a: 2, b: { c: 2, d: [3] } } })],
  ["another method", call({ name: "t", arguments: { a: 1, b: { c: 2, d: [3] } } }, "prompts/get")],
])("does not open for %s", (_what, request) => {
  const { states } = setUp();
  expect(states.open(states.seal({ round: 1 }, REQUEST), request)).toBeUndefined();
});

test("does not open what was changed, shortened, lengthened or sealed elsewhere", () => {
  const { states, others } = setUp();
  const sealed = states.seal({ round: 1 }, REQUEST);
  const [payload, signature] = sealed.split(".");
  const forged = Buffer.from(JSON.stringify({ state: { round: 9 }, expires: 9e15 })).toString("base64url");
  for (const broken of [
    `${sealed}-TAMPERED`,
    `${sealed}.`,
    sealed.slice(0, -1),
    `${forged}.${signature}`,
    `${payload}.`,
    payload ?? "",
    "",
    ".",
    others.seal({ round: 1 }, REQUEST),
  ])
    expect(states.open(broken, REQUEST)).toBeUndefined();
});

test("does not open what has expired", async () => {
  const { clock, states } = setUp();
  const sealed = states.seal({ round: 1 }, REQUEST);
  await clock.advance(REQUEST_STATE_TTL_MS - 1);
  expect(states.open(sealed, REQUEST)).toEqual({ round: 1 });
  await clock.advance(1);
  expect(states.open(sealed, REQUEST)).toBeUndefined();
});
