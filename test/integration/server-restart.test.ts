import { afterEach, expect, test } from "vitest";
import { call } from "../fixtures/raw-peer/messages.ts";
import { closeAllConnections, connectRaw } from "../fixtures/raw-peer/raw-http.ts";
import { endAllRaw } from "../fixtures/raw-peer/raw-stdio.ts";
import { askSession, GONE, onlyMessage, openGet, openHttp, startHttp } from "../fixtures/raw-peer/serve.ts";

afterEach(async () => {
  closeAllConnections();
  await endAllRaw();
});

const connectCode = (port: number): Promise<unknown> =>
  connectRaw(port).then(
    (connection) => {
      connection.destroy();
      return "connected";
    },
    (error: NodeJS.ErrnoException) => error.code,
  );

/** Asks again until the server is back. Each attempt waits for its own end. */
async function untilBack(port: number): Promise<void> {
  for (let attempt = 0; attempt < 10_000; attempt++) if ((await connectCode(port)) === "connected") return;
  throw new Error("the server has not come back");
}

test("instead: every connection is cut, and none is taken meanwhile", async () => {
  const server = await startHttp("--rule", "tools/call:ping server_restart downMs=60000");
  const { session, open } = await openHttp(server, "session");
  const [standing] = await openGet(server.port, session);
  const other = await open(call(1, "hang"));
  const connection = await open(call(2, "ping"));
  expect(await other.cut()).toEqual({ isCut: true, body: "" });
  expect([await connection.cut(), await standing.cut()]).toMatchObject([{ isCut: true }, { isCut: true }]);
  expect(await connectCode(server.port)).toBe("ECONNREFUSED");
});

test("after: the answer has come, then a session from before is unknown, or goes on", async () => {
  for (const [sessions, expected] of [
    ["lost", GONE.statuses],
    ["kept", [200, 202, 200, 200]],
  ] as const) {
    const server = await startHttp("--rule", `tools/call#1 server_restart place=after downMs=0 sessions=${sessions}`);
    const { session, open } = await openHttp(server, "session");
    const connection = await open(call(1, "ping"));
    expect(await onlyMessage(await connection.response())).toMatchObject({ id: 1, result: {} });
    await connection.closed();
    await untilBack(server.port);
    expect([sessions, (await askSession(server.port, session)).statuses]).toEqual([sessions, expected]);
  }
});
