import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { call, rpc, statusOf } from "../fixtures/raw-peer/messages.ts";
import { closeAllConnections } from "../fixtures/raw-peer/raw-http.ts";
import { endAllRaw } from "../fixtures/raw-peer/raw-stdio.ts";
import {
  askSession,
  GONE,
  onlyMessage,
  openGet,
  openHttp,
  startHttp,
  type HttpServer,
} from "../fixtures/raw-peer/serve.ts";

let server: HttpServer;
beforeAll(async () => {
  server = await startHttp();
});
afterEach(closeAllConnections);
afterAll(endAllRaw);

describe("SPEC 3.1: session_loss", () => {
  test("is listed on initialized sessions only", async () => {
    for (const kind of ["session", "stateless", "modern"] as const) {
      const { post } = await openHttp(server, kind);
      const { tools } = (await onlyMessage(await post(rpc(1, "tools/list"))))["result"] as {
        tools: { name: string }[];
      };
      const names = tools.map(({ name }) => name);
      expect([kind, names.includes("session_loss")]).toEqual([kind, kind === "session"]);
      expect(names).not.toContain("response_after_cancellation");
      expect(names).toEqual(expect.arrayContaining(["ping", "delay", "hang", "disconnect", "malformed_message"]));
    }
  });

  test.each(["stateless", "modern"] as const)("is an unknown tool elsewhere (%s)", async (kind) => {
    const { call: run } = await openHttp(server, kind);
    const { error } = await onlyMessage(await run(1, "session_loss", { activation: "after_response" }));
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining("session_loss") as unknown });
  });

  test("after_response: the call is answered, then the session is unknown and its stream has ended", async () => {
    const { session, call: run } = await openHttp(server, "session");
    const [, stream] = await openGet(server.port, session);
    const answer = await onlyMessage(await run(1, "session_loss", { activation: "after_response" }));
    expect(statusOf(answer)).toHaveProperty("status");
    await stream.ending();
    expect(await askSession(server.port, session)).toEqual(GONE);
  });

  test("during_request: the call is cut without a result, then the session is unknown", async () => {
    const { session, open } = await openHttp(server, "session");
    const [, stream] = await openGet(server.port, session);
    const connection = await open(call(1, "session_loss", { activation: "during_request" }));
    expect(await connection.cut()).toEqual({ isCut: true, body: "" });
    await stream.ending();
    expect(await askSession(server.port, session)).toEqual(GONE);
  });

  test.each(["during_request", "after_response"])(
    "%s ends the session's other requests, and no other session's",
    async (activation) => {
      const [lost, kept] = [await openHttp(server, "session"), await openHttp(server, "session")];
      const other = await lost.open(call(1, "hang"));
      const far = await kept.open(call(1, "delay", { delayMs: 700 }));
      await (await lost.call("in", "ping")).text();
      const losing = await lost.open(call(2, "session_loss", { activation }));
      await losing.response().catch(() => undefined);
      const hanging = await other.response().catch(() => undefined);
      if (hanging !== undefined) await hanging.ending();
      expect(hanging?.bodySoFar ?? "").toBe("");
      expect(await askSession(server.port, lost.session)).toEqual(GONE);
      expect(statusOf(await onlyMessage(await far.response()))).toMatchObject({ status: "delayed" });
      expect(statusOf(await onlyMessage(await kept.call(3, "ping")))).toMatchObject({ status: "ok" });
    },
  );
});
