import { afterEach, describe, expect, test } from "vitest";
import { call, initialize, LEGACY, POST_HEADERS, rpc } from "../fixtures/raw-peer/messages.ts";
import { closeAllConnections, connectRaw, request } from "../fixtures/raw-peer/raw-http.ts";
import { endAllRaw } from "../fixtures/raw-peer/raw-stdio.ts";
import { onlyMessage, openGet, openHttp, start, startHttp } from "../fixtures/raw-peer/serve.ts";

afterEach(async () => {
  closeAllConnections();
  await endAllRaw();
});

const CLEAN = { code: 0, signal: null };
/** What cannot leave is cut after 1.5 s; the rest is for a machine that does much else. */
const GRACE_AND_MORE_MS = 4_000;

describe.each(["SIGTERM", "SIGINT"] as const)(
  "SPEC 3, 14.2: %s ends serve over HTTP with code 0 within 2 s",
  (signal) => {
    test("when idle, with connections kept alive", async () => {
      const { process, port } = await startHttp();
      const connection = await connectRaw(port);
      connection.request((await openHttp({ port }, "modern")).requestOf(rpc(1, "server/discover")));
      await (await connection.response()).text();
      const begin = performance.now();
      process.kill(signal);
      expect(await process.exit()).toEqual(CLEAN);
      expect(performance.now() - begin).toBeLessThan(2_000);
      await connection.closed();
      expect(process.lines).toEqual([]);
    });

    test("before it listens, whatever a fault does", async () => {
      const process = start("serve", "--transport", "http", "--port", "0", "--rule", "$start slow_start delayMs=60000");
      await process.says(/fired: slow_start on \$start/);
      process.kill(signal);
      expect(await process.exit()).toEqual(CLEAN);
      expect(process.stderr).not.toContain("listening");
    });

    test("whatever is pending: calls, streams, subscriptions, half requests", async () => {
      const server = await startHttp();
      const { process, port } = server;
      const session = await openHttp(server, "session");
      const modernClient = await openHttp(server, "modern");
      const get = await connectRaw(port);
      get.request({
        method: "GET",
        headers: { Accept: "text/event-stream", "Mcp-Session-Id": session.session, "MCP-Protocol-Version": LEGACY },
      });
      const stream = await get.response();
      const listening = await modernClient.post(rpc("l", "subscriptions/listen", { notifications: {} }));
      await listening.message();
      const liveness = await session.call(5, "protocol_ping_liveness", { pingAfterMs: 0, livenessTimeoutMs: 20_000 });
      await liveness.message();
      const waiting = [
        await session.open(call(1, "hang")),
        await session.open(call(2, "delay", { delayMs: 20_000 })),
        await modernClient.open(call(3, "hang")),
        await (await openHttp(server, "stateless")).open(call(4, "delay", { delayMs: 20_000 })),
      ];
      const [head, body] = [await connectRaw(port), await connectRaw(port)];
      head.send("POST /mcp HTTP/1.1\r\nHost: loc");
      body.request({ headers: { ...POST_HEADERS, "Content-Length": "500" } });
      body.send('{"jsonrpc":');
      await (await session.call("in", "ping")).text();

      const begin = performance.now();
      process.kill(signal);
      expect(await process.exit()).toEqual(CLEAN);
      expect(performance.now() - begin).toBeLessThan(GRACE_AND_MORE_MS);
      await Promise.all([stream.ending(), listening.ending(), liveness.ending()]);
      for (const connection of [...waiting, head, body]) await connection.closed();
      for (const connection of waiting) {
        for (const response of connection.responses) expect(response.bodySoFar).not.toContain("delayed");
      }
      expect(process.lines).toEqual([]);
    });

    test("streams and open requests are ended at once, as HTTP ends them, without an answer", async () => {
      const server = await startHttp();
      const [session, modernClient] = [await openHttp(server, "session"), await openHttp(server, "modern")];
      const [, stream] = await openGet(server.port, session.session);
      const liveness = await session.call(5, "protocol_ping_liveness", { pingAfterMs: 0, livenessTimeoutMs: 20_000 });
      await liveness.message();
      const waiting = [
        await session.open(call(1, "hang")),
        await session.open(call(2, "delay", { delayMs: 20_000 })),
        await modernClient.open(call(3, "delay", { delayMs: 20_000 })),
      ];
      await (await modernClient.call("in", "ping")).text();
      await (await session.call("in", "ping")).text();
      const begin = performance.now();
      server.process.kill(signal);
      const ends = [stream, liveness, ...(await Promise.all(waiting.map((connection) => connection.response())))];
      expect(await Promise.all(ends.map((response) => response.ending()))).toEqual(ends.map(() => "end"));
      expect(performance.now() - begin).toBeLessThan(1_400); // what is not ended by then is cut
      expect(ends.map(({ events }) => events.length)).toEqual([0, 1, 0, 0, 0]);
      expect(await server.process.exit()).toEqual(CLEAN);
    });

    test("a second signal changes nothing", async () => {
      const server = await startHttp();
      const client = await openHttp(server, "session");
      await client.open(call(1, "hang"));
      await (await client.call("in", "ping")).text();
      server.process.kill(signal);
      server.process.kill("SIGTERM");
      server.process.kill("SIGINT");
      expect(await server.process.exit()).toEqual(CLEAN);
    });

    test("a client that does not read what it asked for", async () => {
      const server = await startHttp();
      const client = await openHttp(server, "modern");
      const connections = await Promise.all(
        Array.from({ length: 30 }, async (_, id) => {
          const connection = await connectRaw(server.port);
          connection.stopReading();
          for (let i = 0; i < 20; i++)
            connection.request(client.requestOf(call(id, "oversized_response", { sizeBytes: 262_144 })));
          return connection;
        }),
      );
      await onlyMessage(await client.call("in", "ping"));
      const begin = performance.now();
      server.process.kill(signal);
      expect(await server.process.exit()).toEqual(CLEAN);
      expect(performance.now() - begin).toBeLessThan(GRACE_AND_MORE_MS);
      for (const connection of connections) connection.destroy();
    });

    test("no new requests: the listener is closed", async () => {
      const { process, port } = await startHttp();
      process.kill(signal);
      await process.exit();
      await expect(request(port, { headers: POST_HEADERS, body: initialize() })).rejects.toThrow(/ECONNREFUSED/);
    });
  },
);

test("a client that reads late gets everything", async () => {
  const server = await startHttp();
  const client = await openHttp(server, "modern");
  const connection = await connectRaw(server.port);
  connection.stopReading();
  for (let id = 0; id < 40; id++)
    connection.request(client.requestOf(call(id, "oversized_response", { sizeBytes: 262_144 })));
  await onlyMessage(await client.call("others are served", "ping"));
  connection.goOnReading();
  for (let id = 0; id < 40; id++) expect(await onlyMessage(await connection.response())).toMatchObject({ id });
});
