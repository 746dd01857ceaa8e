import { expect, test } from "vitest";
import { openDirectly, type OpenOutbound } from "../../../src/client/outbound.ts";
import type { RawRequest } from "../../fixtures/raw-http-server.ts";
import { connectedOverHttp, LEGACY, MODERN, signal } from "./harness.ts";

const GONE = { jsonrpc: "2.0", error: { code: -32001, message: "Session not found" } };

/** Answers the call of `lost` with 404, every other one with a result. */
function losesSession(request: RawRequest, error: object = GONE): void {
  const { id, params } = request.message;
  if (params?.name === "lost") request.json({ ...error, id }, 404);
  else request.json({ jsonrpc: "2.0", id, result: { resultType: "complete" } });
}

const callsOf = (requests: readonly RawRequest[]) =>
  requests.filter(({ message }) => message["method"] === "tools/call").map(({ message }) => message["params"].name);

test("a session that is lost is not used any more, save for its DELETE, and no other is opened", async () => {
  await using http = await connectedOverHttp(LEGACY, losesSession, { session: "s-1" });
  const call = (name: string) => http.client.request("tools/call", { name }, { signal });
  expect(await call("first")).toMatchObject({ ok: true });
  expect(await call("lost")).toMatchObject({ ok: false, failure: { kind: "protocol_error", code: -32001 } });
  const message = "the session is lost: the server has answered 404 in it";
  expect(await call("next")).toEqual({ ok: false, failure: { kind: "transport_loss", message } });
  expect(await http.client.notify("notifications/roots/list_changed")).toMatchObject({ kind: "transport_loss" });
  expect(callsOf(http.server.requests)).toEqual(["first", "lost"]);

  await http.client.close({ signal });
  const verbs = http.server.requests.map(({ method, message }) => `${method} ${message?.["method"] ?? ""}`.trim());
  expect(verbs.filter((verb) => verb.startsWith("DELETE") || verb === "POST initialize")).toEqual([
    "POST initialize",
    "DELETE",
  ]);
});

test("404 to a request that a fault sent with another session's id says nothing about this one", async () => {
  const outbound: OpenOutbound = (exchange, sink) => {
    const direct = openDirectly()(exchange, sink);
    const isFaulty = exchange.name === "lost";
    return {
      ...direct,
      push: (frame) =>
        direct.push(
          isFaulty && frame.kind === "request"
            ? {
                ...frame,
                headers: frame.headers.map(([name, value]) => [name, /session/i.test(name) ? "other" : value]),
              }
            : frame,
        ),
    };
  };
  await using http = await connectedOverHttp(LEGACY, losesSession, { session: "s-1", outbound });
  expect(await http.client.request("tools/call", { name: "lost" }, { signal })).toMatchObject({ ok: false });
  expect(await http.client.request("tools/call", { name: "next" }, { signal })).toMatchObject({ ok: true });
});

test("a method that is not there loses no session, and without a session there is none to lose", async () => {
  const unknown = { jsonrpc: "2.0", error: { code: -32601, message: "no" } };
  await using legacy = await connectedOverHttp(LEGACY, (request) => losesSession(request, unknown), { session: "s-1" });
  await using modern = await connectedOverHttp(MODERN, losesSession);
  for (const { client } of [legacy, modern]) {
    expect(await client.request("tools/call", { name: "lost" }, { signal })).toMatchObject({ ok: false });
    expect(await client.request("tools/call", { name: "next" }, { signal })).toMatchObject({ ok: true });
  }
});
