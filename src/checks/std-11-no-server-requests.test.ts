import { expect, test } from "vitest";
import { noServerRequests } from "./std-11-no-server-requests.ts";
import { startTalk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const modern = { transport: "stdio", revision: "2026-07-28" } as const;

test("obeyed: answers and notifications only", () => {
  const talk = startTalk(modern);
  talk.client.asks(1, "tools/call");
  const first = talk.server.notifies("notifications/progress");
  const last = talk.server.answers(1);
  expect(verdictOf(noServerRequests, talk)).toEqual({ verdict: "obeyed", evidence: [first, last] });
});

test("violated: a request", () => {
  const talk = startTalk(modern);
  talk.client.asks(1, "tools/call");
  const asked = talk.server.asks(0, "sampling/createMessage");
  expect(verdictOf(noServerRequests, talk)).toEqual({ verdict: "violated", evidence: [asked] });
});

test("not exercised: the server said nothing", () => {
  const talk = startTalk(modern);
  talk.client.asks(1, "tools/call");
  expect(verdictOf(noServerRequests, talk).verdict).toBe("not-exercised");
});

test("not about a server that the client has fallen back to the legacy era with", () => {
  const talk = startTalk(modern);
  talk.client.asks(1, "server/discover");
  talk.server.fails(1, -32601);
  talk.speaks("2025-11-25");
  talk.shakesHands();
  talk.server.asks(1, "ping");
  expect(verdictOf(noServerRequests, talk).verdict).toBe("not about it");
});

test("what a fault wrote is not the server's", () => {
  const talk = startTalk(modern);
  talk.client.asks(1, "tools/call");
  talk.server.asks(7, "ping", {}, { fault: "unsolicited_request" });
  talk.server.answers(1);
  expect(verdictOf(noServerRequests, talk).verdict).toBe("obeyed");
});
