import { describe, expect, test } from "vitest";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";
import { timeoutSendsCancel } from "./tmo-02-timeout-sends-cancel.ts";

const talks: Record<string, () => Talk> = {
  stdio: () => startTalk({ transport: "stdio", revision: "2025-11-25" }),
  "a session": () => {
    const talk = startTalk({ transport: "http", revision: "2025-11-25" });
    talk.shakesHands("s-1");
    return talk;
  },
};

function timesOut(talk: Talk): [asked: number, caller: number] {
  return [talk.client.asks(1, "tools/call", { name: "slow" }), talk.caller("tools/call", "timeout", "slow")];
}

function next(talk: Talk, id: number): [number, number] {
  return [talk.client.asks(id, "ping"), talk.server.answers(id)];
}

describe.each(Object.entries(talks))("%s", (name, start) => {
  test("obeyed: a cancel names the request, before or after its caller was told", () => {
    const talk = start();
    const late = timesOut(talk);
    const cancel = talk.client.cancels(1);
    expect(verdictOf(timeoutSendsCancel, talk)).toEqual({ verdict: "obeyed", evidence: [...late, cancel] });

    const early = start();
    early.client.asks(1, "tools/call");
    early.client.cancels(1);
    early.caller("tools/call", "timeout");
    expect(verdictOf(timeoutSendsCancel, early).verdict).toBe("obeyed");
  });

  test.each(["notifications/lab/unknown", "notifications/cancelled"])(
    "not exercised: a fault has made %s of what the client told, which may have been the cancel",
    (method) => {
      const talk = start();
      timesOut(talk);
      talk.client.notifies(method, {}, { fault: "lab" });
      for (const id of [2, 3]) next(talk, id);
      expect(verdictOf(timeoutSendsCancel, talk).verdict).toBe("not-exercised");
    },
  );

  test("violated: other requests are answered, and nothing cancels it", () => {
    const talk = start();
    const proof = timesOut(talk);
    const first = next(talk, 2);
    // Over HTTP the cancel may still be on its way on another socket.
    expect(verdictOf(timeoutSendsCancel, talk).verdict).toBe(name === "stdio" ? "violated" : "inconclusive");
    const second = next(talk, 3);
    const settled = name === "stdio" ? first : second;
    expect(verdictOf(timeoutSendsCancel, talk)).toEqual({ verdict: "violated", evidence: [...proof, ...settled] });
  });

  test("a cancel that a fault wrote is not the client's", () => {
    const talk = start();
    timesOut(talk);
    talk.client.cancels(1, { fault: "request_params" });
    expect(verdictOf(timeoutSendsCancel, talk).verdict).toBe("not-exercised");
  });
});

test("inconclusive: nothing followed", () => {
  const talk = startTalk({ transport: "stdio", revision: "2025-11-25" });
  const proof = timesOut(talk);
  expect(verdictOf(timeoutSendsCancel, talk)).toEqual({ verdict: "inconclusive", evidence: proof });
});

test("not exercised: nothing timed out, nobody has recorded it, or only the handshake did", () => {
  const talk = startTalk({ transport: "stdio", revision: "2025-11-25" });
  talk.client.asks(0, "initialize");
  talk.caller("initialize", "timeout");
  talk.client.asks(1, "tools/call");
  next(talk, 2);
  expect(verdictOf(timeoutSendsCancel, talk).verdict).toBe("not-exercised");
});
