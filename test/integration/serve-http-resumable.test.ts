import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { call, LEGACY } from "../fixtures/raw-peer/messages.ts";
import { closeAllConnections, connectRaw } from "../fixtures/raw-peer/raw-http.ts";
import { endAllRaw } from "../fixtures/raw-peer/raw-stdio.ts";
import type { RawResponse } from "../fixtures/raw-peer/http-response.ts";
import { openGet, openHttp, startHttp, type HttpServer } from "../fixtures/raw-peer/serve.ts";

let server: HttpServer;
beforeAll(async () => {
  server = await startHttp("--resumable");
});
afterEach(closeAllConnections);
afterAll(endAllRaw);

async function resume(session: string | undefined, last: string): Promise<RawResponse> {
  const connection = await connectRaw(server.port);
  connection.request({
    method: "GET",
    headers: {
      Accept: "text/event-stream",
      "Mcp-Session-Id": session,
      "MCP-Protocol-Version": LEGACY,
      "Last-Event-ID": last,
    },
  });
  return connection.response();
}

const progress = { variant: "regressing-progress" };
/** Two messages of the server's own: a ping that nobody answers, and the result. */
const ping = ["protocol_ping_liveness", { pingAfterMs: 0, livenessTimeoutMs: 50 }] as const;

describe("SPEC 3: serve --resumable", () => {
  test("a session's stream begins with a priming event, and every event has an id of its own", async () => {
    const client = await openHttp(server, "session");
    const response = await client.call(1, ...ping);
    await response.text();
    const [prime, ...events] = response.events;
    expect(prime).toMatchObject({ data: "", retry: expect.stringMatching(/^\d+$/) as unknown });
    expect(events).toHaveLength(2);
    const ids = response.events.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(ids).not.toContain(undefined);
  });

  test("after a lost connection the rest is sent from the event on that the client saw last, and no more", async () => {
    const client = await openHttp(server, "session");
    const response = await client.call(1, ...ping);
    const messages = await response.messages();
    const [prime, first, second] = response.events;
    for (const [index, event] of [prime, first, second].entries()) {
      const resumed = await resume(client.session, event?.id ?? "");
      expect(await resumed.messages()).toEqual(messages.slice(index));
    }
  });

  test("a call that is still running is followed on the resumed stream", async () => {
    const client = await openHttp(server, "session");
    const connection = await client.open(
      call(1, "protocol_ping_liveness", { pingAfterMs: 50, livenessTimeoutMs: 400 }),
    );
    const response = await connection.response();
    const prime = await response.event();
    connection.destroy();
    const resumed = await resume(client.session, prime.id ?? "");
    expect(await resumed.message()).toMatchObject({ method: "ping" });
    expect(await resumed.message()).toMatchObject({ id: 1, result: { isError: true } });
    expect(await resumed.ending()).toBe("end");
  });

  test.each(["nothing", "event-id"])(
    "an answer that a fault kept back can be had by resuming, after %s",
    async (after) => {
      const client = await openHttp(server, "session");
      const rule = encodeURIComponent(`tools/call stream_without_answer after=${after} how=end`);
      const connection = await connectRaw(server.port);
      connection.request({ ...client.requestOf(call(1, "ping")), target: `/mcp?rule=${rule}` });
      const response = await connection.response();
      expect(await response.messages()).toEqual([]);
      const last = response.events.at(-1)?.id ?? "";
      expect(await (await resume(client.session, last)).message()).toMatchObject({ id: 1, result: {} });
    },
  );

  test("an event that is unknown, or another session's, is refused", async () => {
    const [one, two] = [await openHttp(server, "session"), await openHttp(server, "session")];
    const response = await one.call(1, "invalid_progress", progress, "t");
    await response.text();
    for (const last of ["nothing_1", "no number", response.events[0]?.id ?? ""]) {
      expect([last, (await resume(two.session, last)).status]).toEqual([last, 400]);
    }
  });

  test("the GET stream begins with a priming event, too", async () => {
    const client = await openHttp(server, "session");
    const [, stream] = await openGet(server.port, client.session);
    expect(await stream.event()).toMatchObject({ data: "", id: expect.stringMatching(/./) as unknown });
  });

  test.each(["stateless", "modern"] as const)("nothing of it without a session (%s)", async (kind) => {
    const client = await openHttp(server, kind);
    const response = await client.call(1, "invalid_progress", progress, "t");
    await response.text();
    expect(response.events).toHaveLength(3);
    expect(response.events.filter(({ id, retry }) => id !== undefined || retry !== undefined)).toEqual([]);
  });
});
