import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { call } from "../fixtures/raw-peer/messages.ts";
import { closeAllConnections, request } from "../fixtures/raw-peer/raw-http.ts";
import { endAllRaw } from "../fixtures/raw-peer/raw-stdio.ts";
import { onlyMessage, openHttp, startHttp, KINDS, type HttpServer } from "../fixtures/raw-peer/serve.ts";

let server: HttpServer;
beforeAll(async () => {
  server = await startHttp();
});
afterEach(closeAllConnections);
afterAll(endAllRaw);

const ORIGIN = "http://localhost:6274";
const QUESTION = {
  "Access-Control-Request-Method": "POST",
  "Access-Control-Request-Headers": "content-type, mcp-protocol-version, mcp-session-id",
};

test("a page of this machine may ask what it may send, and what it gets does not depend on the server", async () => {
  const allowed = await request(server.port, { method: "OPTIONS", headers: { Origin: ORIGIN, ...QUESTION } });
  expect([allowed.status, await allowed.text()]).toEqual([204, ""]);
  expect(["origin", "methods", "headers"].map((name) => allowed.header(`access-control-allow-${name}`))).toEqual([
    ORIGIN,
    "GET, POST, DELETE",
    QUESTION["Access-Control-Request-Headers"],
  ]);
  expect(allowed.header("vary")).toBe("Origin");
});

test("a page from elsewhere is told nothing, and whoever is no browser gets 405", async () => {
  const headers = { Origin: "https://example.com", ...QUESTION };
  const foreign = await request(server.port, { method: "OPTIONS", headers });
  expect([foreign.status, foreign.header("access-control-allow-origin")]).toEqual([403, undefined]);
  expect((await request(server.port, { method: "OPTIONS", headers: QUESTION })).status).toBe(405);
  expect((await request(server.port, { method: "OPTIONS", headers: { Origin: ORIGIN } })).status).toBe(405);
});

test.each(KINDS)("the page may read every answer, an error and an event stream among them (%s)", async (kind) => {
  const client = await openHttp(server, kind);
  const ask = (tool: string) => {
    const { headers, ...rest } = client.requestOf(call(1, tool));
    return request(server.port, { ...rest, headers: { ...headers, Origin: ORIGIN } });
  };
  for (const tool of ["ping", "duplicate_response", "nobody"]) {
    const answer = await ask(tool);
    expect([tool, answer.header("access-control-allow-origin")]).toEqual([tool, ORIGIN]);
    expect(answer.header("access-control-expose-headers")).toContain("Mcp-Session-Id");
  }
  const plain = await client.call(2, "ping");
  expect(plain.header("access-control-allow-origin")).toBeUndefined();
  expect(await onlyMessage(plain)).toMatchObject({ id: 2 });
});

test("a refusal can be read, too", async () => {
  const lost = await request(server.port, {
    method: "DELETE",
    headers: { Origin: ORIGIN, "Mcp-Session-Id": "nobody" },
  });
  expect([lost.status, lost.header("access-control-allow-origin")]).toEqual([404, ORIGIN]);
});

test("a preflight can fail on purpose", async () => {
  const { port } = await startHttp("--rule", "$refused http_status status=405");
  const refused = await request(port, { method: "OPTIONS", headers: { Origin: ORIGIN, ...QUESTION } });
  expect([refused.status, refused.header("access-control-allow-origin")]).toEqual([405, undefined]);
});
