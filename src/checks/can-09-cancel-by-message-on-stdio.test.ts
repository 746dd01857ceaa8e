import { expect, test } from "vitest";
import { cancelByMessageOnStdio } from "./can-09-cancel-by-message-on-stdio.ts";
import { startTalk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const modern = { transport: "stdio", revision: "2026-07-28" } as const;

test("obeyed: a cancel names the request before its answer", () => {
  const talk = startTalk(modern);
  const asked = talk.client.asks(1, "tools/call");
  const cancel = talk.client.cancels(1);
  talk.server.answers(1);
  expect(verdictOf(cancelByMessageOnStdio, talk)).toEqual({ verdict: "obeyed", evidence: [asked, cancel] });
});

test("violated: the caller gave the request up, the client goes on, and the server was not told", () => {
  const talk = startTalk(modern);
  const asked = talk.client.asks(1, "tools/call", { name: "slow" });
  const caller = talk.caller("tools/call", "cancelled", "slow");
  expect(verdictOf(cancelByMessageOnStdio, talk)).toEqual({ verdict: "inconclusive", evidence: [asked, caller] });
  talk.client.asks(2, "tools/list");
  const answer = talk.server.answers(2);
  expect(verdictOf(cancelByMessageOnStdio, talk)).toEqual({ verdict: "violated", evidence: [asked, caller, answer] });
});

test("not exercised: nobody gave up, or the caller saw a time-out, which is another clause's", () => {
  const talk = startTalk(modern);
  talk.client.asks(1, "tools/call");
  talk.caller("tools/call", "timeout");
  talk.client.asks(2, "tools/list");
  talk.server.answers(2);
  expect(verdictOf(cancelByMessageOnStdio, talk).verdict).toBe("not-exercised");
});

test("not about the legacy era, nor about HTTP", () => {
  for (const setting of [
    { transport: "stdio", revision: "2025-11-25" },
    { transport: "http", revision: "2026-07-28" },
  ] as const) {
    const talk = startTalk(setting);
    talk.client.asks(1, "tools/call");
    expect(verdictOf(cancelByMessageOnStdio, talk).verdict).toBe("not about it");
  }
});

test("a cancel that a fault wrote is not the client's", () => {
  const talk = startTalk(modern);
  talk.client.asks(1, "tools/call");
  talk.client.cancels(1, { fault: "request_params" });
  expect(verdictOf(cancelByMessageOnStdio, talk).verdict).toBe("not-exercised");
});
