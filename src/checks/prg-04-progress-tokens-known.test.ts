import { expect, test } from "vitest";
import { progressTokensKnown } from "./prg-04-progress-tokens-known.ts";
import { startTalk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const server = { subject: "server" } as const;
const stdio = { transport: "stdio", revision: "2025-11-25" } as const;
const progress = (progressToken: string | number) => ({ progressToken, progress: 1 });
const withToken = (progressToken: string | number) => ({ _meta: { progressToken } });

test("obeyed: the token is a request's", () => {
  const talk = startTalk(stdio);
  const asked = talk.client.asks(1, "tools/call", withToken("t"));
  const step = talk.server.notifies("notifications/progress", progress("t"));
  expect(verdictOf(progressTokensKnown, talk, server)).toEqual({ verdict: "obeyed", evidence: [asked, step] });
});

test("violated: no request has given it, or only with another type", () => {
  const talk = startTalk(stdio);
  talk.client.asks(7, "tools/call", withToken("7"));
  const steps = [7, "invented"].map((token) => talk.server.notifies("notifications/progress", progress(token)));
  expect(verdictOf(progressTokensKnown, talk, server)).toEqual({ verdict: "violated", evidence: steps });
});

test("violated: on the stream of a request the token is not that request's", () => {
  const talk = startTalk({ transport: "http", revision: "2026-07-28" });
  talk.client.asks(1, "tools/call", withToken("one"));
  const asked = talk.client.asks(2, "tools/call", withToken("two"));
  const step = talk.server.notifies("notifications/progress", progress("one"), { on: 2 });
  expect(verdictOf(progressTokensKnown, talk, server)).toEqual({ verdict: "violated", evidence: [asked, step] });
});

test("a client, too, may report progress, of what the server has asked for", () => {
  const talk = startTalk(stdio);
  const asked = talk.server.asks(1, "sampling/createMessage", withToken(0));
  const step = talk.client.notifies("notifications/progress", progress(0));
  expect(verdictOf(progressTokensKnown, talk, { subject: "client" })).toEqual({
    verdict: "obeyed",
    evidence: [asked, step],
  });
});

test("not exercised: no progress came", () => {
  const talk = startTalk(stdio);
  talk.client.asks(1, "tools/call", withToken(1));
  talk.server.answers(1);
  expect(verdictOf(progressTokensKnown, talk, server).verdict).toBe("not-exercised");
});

test("what a fault wrote is not the server's", () => {
  const talk = startTalk(stdio);
  talk.server.notifies("notifications/progress", progress("invented"), { fault: "invented_progress" });
  expect(verdictOf(progressTokensKnown, talk, server).verdict).toBe("not-exercised");
});
