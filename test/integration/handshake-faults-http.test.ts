import { afterEach, expect, test } from "vitest";
import { initialize, POST_HEADERS } from "../fixtures/raw-peer/messages.ts";
import { closeAllConnections, request } from "../fixtures/raw-peer/raw-http.ts";
import { endAllRaw } from "../fixtures/raw-peer/raw-stdio.ts";
import { openSession, startHttp } from "../fixtures/raw-peer/serve.ts";
import { removePlans, writePlan } from "../fixtures/write-plan.ts";

afterEach(async () => {
  closeAllConnections();
  await endAllRaw();
  removePlans();
});

const shakeHands = async (port: number) => (await request(port, { headers: POST_HEADERS, body: initialize(1) })).status;

test("too many requests once, and then a session", async () => {
  const { port } = await startHttp("--rule", "initialize http_status status=429 retryAfter=1");
  expect([await shakeHands(port), await shakeHands(port), await shakeHands(port)]).toEqual([429, 200, 200]);
});

test("only the second handshake", async () => {
  const { port } = await startHttp("--rule", "initialize#2 http_status status=503");
  expect([await shakeHands(port), await shakeHands(port), await shakeHands(port)]).toEqual([200, 503, 200]);
});

test("a handshake that a fault refuses leaves no session behind", async () => {
  const inject = [{ fault: "http_status", with: { status: 500 } }];
  const plan = writePlan([{ when: { method: "initialize" }, inject, times: 140 }]);
  const { port } = await startHttp("--plan", plan);
  const statuses = new Set<number>();
  for (let attempt = 0; attempt < 140; attempt++) statuses.add(await shakeHands(port));
  expect([...statuses]).toEqual([500]);
  expect(await openSession(port)).not.toBe("");
});
