import { expect, test } from "vitest";
import { idNeverReused } from "./rpc-03-id-never-reused.ts";
import { startTalk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const client = { subject: "client" } as const;
const stdio = { transport: "stdio", revision: "2025-11-25" } as const;

test("obeyed: all ids differ, the same digits as text and number included", () => {
  const talk = startTalk(stdio);
  const first = talk.client.asks(0, "initialize");
  talk.client.asks("0", "tools/list");
  const last = talk.client.asks("", "tools/list");
  expect(verdictOf(idNeverReused, talk, client)).toEqual({ verdict: "obeyed", evidence: [first, last] });
});

test("violated: an id comes back, even after its answer", () => {
  const talk = startTalk(stdio);
  talk.shakesHands();
  const first = talk.client.asks(1, "tools/list");
  talk.server.answers(1);
  const second = talk.client.asks(1, "tools/call");
  expect(verdictOf(idNeverReused, talk, client)).toEqual({ verdict: "violated", evidence: [first, second] });
});

test("each side and each session counts for itself", () => {
  const talk = startTalk({ transport: "http", revision: "2025-11-25" });
  for (const session of ["s-1", "s-2"]) {
    talk.moves();
    talk.shakesHands(session);
    const stream = talk.client.requests("GET");
    talk.client.asks(1, "tools/list");
    talk.server.asks(1, "ping", {}, { on: stream });
  }
  expect(verdictOf(idNeverReused, talk, client).verdict).toBe("obeyed");
  expect(verdictOf(idNeverReused, talk, { subject: "server" }).verdict).toBe("not-exercised");
});

test("violated by the server", () => {
  const talk = startTalk(stdio);
  talk.shakesHands();
  const both = [talk.server.asks(9, "ping"), talk.server.asks(9, "roots/list")];
  expect(verdictOf(idNeverReused, talk, { subject: "server" })).toEqual({ verdict: "violated", evidence: both });
});

test("what was asked before initialize, or in the other era, is in no session", () => {
  const talk = startTalk({ transport: "stdio", revision: "2026-07-28" });
  talk.client.asks(0, "server/discover");
  talk.server.fails(0, -32601);
  talk.speaks("2025-11-25");
  talk.shakesHands();
  talk.client.asks(1, "tools/list");
  expect(verdictOf(idNeverReused, talk, client).verdict).toBe("obeyed");
});

test("not exercised: fewer than two requests, or none in a session", () => {
  const talk = startTalk(stdio);
  talk.shakesHands();
  expect(verdictOf(idNeverReused, talk, client).verdict).toBe("not-exercised");
  const stateless = startTalk({ transport: "http", revision: "2025-11-25" });
  stateless.client.asks(1, "tools/list");
  stateless.client.asks(1, "tools/list");
  expect(verdictOf(idNeverReused, stateless, client).verdict).toBe("not-exercised");
});

test("what HTTP has redirected or refused may be sent once more, as it was", () => {
  for (const status of [307, 401, 503]) {
    const talk = startTalk({ transport: "http", revision: "2025-11-25" });
    talk.shakesHands("s-1");
    talk.client.asks(1, "tools/list");
    talk.server.refuses(status, { on: 1 });
    const again = talk.client.asks(1, "tools/list");
    expect(verdictOf(idNeverReused, talk, client)).toMatchObject({ verdict: "obeyed", evidence: [2, again] });
    talk.server.answers(1);
    talk.client.asks(1, "tools/list");
    expect(verdictOf(idNeverReused, talk, client).verdict).toBe("violated");
  }
  const changed = startTalk({ transport: "http", revision: "2025-11-25" });
  changed.shakesHands("s-1");
  changed.client.asks(1, "tools/list");
  changed.server.refuses(503, { on: 1 });
  changed.client.asks(1, "tools/call");
  expect(verdictOf(idNeverReused, changed, client).verdict).toBe("violated");
});

test("an id that a fault wrote is not the client's", () => {
  const talk = startTalk(stdio);
  talk.shakesHands();
  talk.client.asks(0, "tools/list", {}, { fault: "request_id" });
  expect(verdictOf(idNeverReused, talk, client).verdict).toBe("not-exercised");
});
