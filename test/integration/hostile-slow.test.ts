import { afterEach, describe, expect, test } from "vitest";
import { createFaultServer } from "../../src/server/create-fault-server.ts";
import { listen, type NodeListener } from "../../src/transports/http/node-listener.ts";
import { initialize, POST_HEADERS, rpc } from "../fixtures/raw-peer/messages.ts";
import { closeAllConnections, connectRaw } from "../fixtures/raw-peer/raw-http.ts";

// Clients that take their time, against a listener that waits less long than the real one.

const SOON = { headMs: 80, requestMs: 160, checkMs: 20 };
const BODY = JSON.stringify(rpc(1, "ping"));

const listeners: NodeListener[] = [];

async function serve(patience = SOON): Promise<number> {
  const server = await createFaultServer({ version: "0.0.0" });
  const listener = await listen("127.0.0.1", 0, await server.http(), patience);
  listeners.push(listener);
  return listener.port;
}

afterEach(async () => {
  closeAllConnections();
  for (const listener of listeners.splice(0)) {
    listener.stop();
    listener.destroy();
    await listener.drained;
  }
});

/** What a client gets that never finishes what it has begun. */
async function waitOn(bytes: string): Promise<number[]> {
  const connection = await connectRaw(await serve());
  connection.send(bytes);
  await connection.closed();
  return connection.responses.map(({ status }) => status);
}

describe("a client that never finishes", () => {
  test("a connection on which nothing comes is closed", async () => {
    expect(await waitOn("")).toEqual([408]);
  });

  test("half a head is 408", async () => {
    expect(await waitOn("POST /mcp HTTP/1.1\r\nHost: loc")).toEqual([408]);
  });

  test("half a body is 408", async () => {
    const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`;
    expect(await waitOn(`${head}{"jsonrpc":`)).toEqual([408]);
  });

  test("half a chunked body is 408", async () => {
    const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(await waitOn(`${head}ff\r\n{`)).toEqual([408]);
  });

  test("the body of a refused request is not waited for, and refused once", async () => {
    const head = `POST /other HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n`;
    expect(await waitOn(`${head}half of it`)).toEqual([404]);
  });

  test("a second request that stops half way, after a good one", async () => {
    const whole = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: */*\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;
    expect(await waitOn(`${whole}POST /mcp HTTP/1.1\r\nHos`)).toEqual([200, 408]);
  });
});

test("a head that drips, a byte at a time, does not get more time", async () => {
  const connection = await connectRaw(await serve());
  const closed = connection.closed();
  let isClosed = false;
  void closed.then(() => (isClosed = true));
  // Each byte waits for the one before to have left: the server sees them all come.
  for (const byte of "POST /mcp HTTP/1.1\r\nHost: localhost\r\n".repeat(10_000)) {
    if (isClosed) break;
    await connection.sent(byte);
  }
  await closed;
  expect(connection.responses.map(({ status }) => status)).toEqual([408]);
});

test("an answer that takes long is not cut by the time that a request may take", async () => {
  const port = await serve();
  const connection = await connectRaw(port);
  connection.request({
    headers: { ...POST_HEADERS, "MCP-Protocol-Version": "2025-11-25" },
    body: rpc(1, "tools/call", { name: "delay", arguments: { delayMs: 400 } }),
  });
  expect(await (await connection.response()).text()).toContain("delayed");
});

test("a stream that stays open is not cut either", async () => {
  const port = await serve();
  const opening = await connectRaw(port);
  opening.request({ headers: POST_HEADERS, body: initialize() });
  const session = (await opening.response()).header("mcp-session-id") ?? "";
  const headers = { "Mcp-Session-Id": session, Accept: "text/event-stream" };
  const connection = await connectRaw(port);
  connection.request({ method: "GET", headers });
  const stream = await connection.response();
  // Others that do nothing are cut meanwhile, twice over: the time of the stream would be up as well.
  for (let i = 0; i < 3; i++) await (await connectRaw(port)).closed();
  const deleting = await connectRaw(port);
  deleting.request({ method: "DELETE", headers: { "Mcp-Session-Id": session } });
  expect((await deleting.response()).status).toBe(200);
  expect(await stream.ending()).toBe("end");
});
