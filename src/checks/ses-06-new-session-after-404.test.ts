import { expect, test } from "vitest";
import { newSessionAfter404 } from "./ses-06-new-session-after-404.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

/** A session that is lost: a call gets 404. Sockets serve one request after the other, so that each test says which is used. */
function losesSession(client?: number): { talk: Talk; lost: [number, number] } {
  const talk = startTalk({ transport: "http", revision: "2025-11-25", client });
  talk.shakesHands("s-1");
  const asked = talk.client.asks(1, "tools/call");
  return { talk, lost: [asked - 1, talk.server.refuses(404, { on: 1, fault: "session_loss" })] };
}

test("obeyed: the next handshake has no id", () => {
  const { talk, lost } = losesSession();
  const asked = talk.client.asks(2, "initialize");
  talk.server.answers(2, {}, { headers: { "mcp-session-id": "s-2" } });
  talk.client.asks(3, "tools/call", {}, { headers: { "mcp-session-id": "s-2" } });
  expect(verdictOf(newSessionAfter404, talk)).toEqual({ verdict: "obeyed", evidence: [...lost, asked - 1] });
});

test("violated: the old id is used again, on the socket that brought the 404", () => {
  const { talk, lost } = losesSession();
  const again = talk.client.asks(2, "tools/call");
  expect(verdictOf(newSessionAfter404, talk)).toEqual({ verdict: "violated", evidence: [...lost, again - 1] });
});

test("violated: it is used again after a round trip on another socket", () => {
  const { talk, lost } = losesSession();
  talk.client.asks(2, "tools/call", {}, { socket: 2 });
  expect(verdictOf(newSessionAfter404, talk).verdict).toBe("inconclusive");
  talk.server.refuses(404, { on: 2 });
  const again = talk.client.asks(3, "tools/call", {}, { socket: 2 });
  expect(verdictOf(newSessionAfter404, talk)).toEqual({ verdict: "violated", evidence: [...lost, again - 1] });
});

test("violated: it is used again after a new session was begun", () => {
  const { talk, lost } = losesSession();
  talk.client.asks(2, "initialize");
  talk.server.answers(2, {}, { headers: { "mcp-session-id": "s-2" } });
  const again = talk.client.asks(3, "tools/call", {}, { socket: 3 });
  expect(verdictOf(newSessionAfter404, talk)).toEqual({ verdict: "violated", evidence: [...lost, again - 1] });
});

test("a burst on several sockets may all have been sent before the 404 was read", () => {
  const { talk, lost } = losesSession();
  for (const id of [2, 3, 4]) {
    talk.client.asks(id, "tools/call", {}, { socket: id });
    talk.server.refuses(404, { on: id });
  }
  expect(verdictOf(newSessionAfter404, talk).verdict).toBe("inconclusive");
  const asked = talk.client.asks(5, "initialize");
  expect(verdictOf(newSessionAfter404, talk)).toEqual({ verdict: "obeyed", evidence: [...lost, asked - 1] });
});

test("violated: the new handshake has the old id", () => {
  const { talk, lost } = losesSession();
  const asked = talk.client.asks(2, "initialize", {}, { headers: { "mcp-session-id": "s-1" }, socket: 2 });
  expect(verdictOf(newSessionAfter404, talk)).toEqual({ verdict: "violated", evidence: [...lost, asked - 1] });
});

test("a server that answers every GET with 404 serves the session on", () => {
  const talk = startTalk({ transport: "http", revision: "2025-11-25" });
  talk.shakesHands("s-1");
  talk.server.refuses(404, { on: talk.client.requests("GET") });
  talk.client.asks(1, "tools/call");
  talk.server.answers(1);
  expect(verdictOf(newSessionAfter404, talk).verdict).toBe("inconclusive");
});

test("the standing stream, too, may be the first to learn of it", () => {
  const talk = startTalk({ transport: "http", revision: "2025-11-25" });
  talk.shakesHands("s-1");
  const get = talk.client.requests("GET");
  const refused = talk.server.refuses(404, { on: get });
  const again = talk.client.asks(1, "tools/call");
  expect(verdictOf(newSessionAfter404, talk)).toEqual({
    verdict: "violated",
    evidence: [get.begin, refused, again - 1],
  });
});

test("inconclusive where the new handshake may be another client's", () => {
  const { talk } = losesSession();
  talk.client.asks(2, "initialize", {}, { socket: 2 });
  expect(verdictOf(newSessionAfter404, talk).verdict).toBe("inconclusive");
  expect(verdictOf(newSessionAfter404, talk, { isOneClient: true }).verdict).toBe("obeyed");
});

test("not exercised: no 404, nothing after it, only a good-bye, or the client had left", () => {
  const healthy = startTalk({ transport: "http", revision: "2025-11-25" });
  healthy.shakesHands("s-1");
  expect(verdictOf(newSessionAfter404, healthy).verdict).toBe("not-exercised");

  const { talk } = losesSession();
  expect(verdictOf(newSessionAfter404, talk).verdict).toBe("not-exercised");
  talk.client.requests("DELETE");
  expect(verdictOf(newSessionAfter404, talk).verdict).toBe("not-exercised");

  const left = startTalk({ transport: "http", revision: "2025-11-25" });
  left.shakesHands("s-1");
  left.server.refuses(200, { on: left.client.requests("DELETE") });
  left.client.asks(1, "tools/call");
  left.server.refuses(404, { on: 1 });
  left.client.asks(2, "tools/call");
  expect(verdictOf(newSessionAfter404, left).verdict).toBe("not-exercised");
});

test("not exercised: a method that was not found", () => {
  const talk = startTalk({ transport: "http", revision: "2025-11-25" });
  talk.shakesHands("s-1");
  talk.client.asks(1, "no/such/method");
  talk.server.fails(1, -32601, { status: 404 });
  talk.client.asks(2, "tools/call");
  expect(verdictOf(newSessionAfter404, talk).verdict).toBe("not-exercised");
});

test("a request that a fault changed is not the client's", () => {
  const { talk } = losesSession(1);
  talk.client.asks(2, "tools/call", {}, { fault: "request_header" });
  expect(verdictOf(newSessionAfter404, talk).verdict).toBe("not-exercised");
});
