import { expect, test } from "vitest";
import { sessionIdSent } from "./ses-03-session-id-sent.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const http = { transport: "http", revision: "2025-11-25" } as const;
const NO_ID = { headers: { "mcp-session-id": undefined } } as const;

/** The head with the id is the third frame. */
const HEAD = 3;

function inSession(client?: number): Talk {
  const talk = startTalk({ ...http, client });
  talk.shakesHands("s-1");
  return talk;
}

test("obeyed: later requests have the id, whatever their verb", () => {
  const talk = inSession();
  talk.client.asks(1, "tools/list");
  const last = talk.client.requests("DELETE");
  const { verdict, evidence } = verdictOf(sessionIdSent, talk);
  expect([verdict, evidence[0], evidence.at(-1)]).toEqual(["obeyed", HEAD, last.begin]);
});

test("violated: a request on the same socket comes without it", () => {
  const talk = inSession();
  const asked = talk.client.asks(1, "tools/list", {}, NO_ID);
  expect(verdictOf(sessionIdSent, talk)).toEqual({ verdict: "violated", evidence: [HEAD, asked - 1] });
});

test("violated: on another socket, where the client is known", () => {
  const talk = inSession(1);
  const { begin } = talk.client.requests("GET", { ...NO_ID, socket: 2 });
  expect(verdictOf(sessionIdSent, talk)).toEqual({ verdict: "violated", evidence: [HEAD, begin] });
});

test("on another socket it may be another client, who has no session", () => {
  const talk = inSession();
  talk.client.asks(1, "tools/list", {}, { ...NO_ID, socket: 2 });
  expect(verdictOf(sessionIdSent, talk).verdict).toBe("inconclusive");
});

test("after its end a session has no requests any more, and a new handshake has no id", () => {
  const talk = inSession(1);
  talk.client.requests("DELETE");
  talk.client.asks(5, "tools/list", {}, NO_ID);
  talk.client.asks(6, "initialize");
  expect(verdictOf(sessionIdSent, talk).verdict).toBe("obeyed");
});

test("not exercised: the server gave no id", () => {
  const talk = startTalk(http);
  talk.shakesHands();
  talk.client.asks(1, "tools/list");
  expect(verdictOf(sessionIdSent, talk, { isOneClient: true }).verdict).toBe("not-exercised");
});

test("inconclusive: an id that a fault made impossible to send back", () => {
  const talk = startTalk(http);
  talk.client.asks(0, "initialize");
  talk.server.answers(0, {}, { headers: { "mcp-session-id": "s 1" }, fault: "odd_session_id" });
  expect(verdictOf(sessionIdSent, talk)).toEqual({ verdict: "inconclusive", evidence: [HEAD] });
});

test("an id that a fault took away is not missing", () => {
  const talk = inSession(1);
  talk.client.asks(1, "tools/list", {}, { ...NO_ID, fault: "request_header" });
  expect(verdictOf(sessionIdSent, talk).verdict).toBe("obeyed");
});
