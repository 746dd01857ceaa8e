import { expect, test } from "vitest";
import { getIsStreamOr405 } from "./sse-15-get-is-stream-or-405.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const STREAM = { accept: "text/event-stream" };

function inSession(): Talk {
  const talk = startTalk({ transport: "http", revision: "2025-11-25" });
  talk.shakesHands("s-1");
  return talk;
}

test("obeyed: an event stream, or 405", () => {
  for (const status of [200, 405]) {
    const talk = inSession();
    const get = talk.client.requests("GET", { headers: STREAM });
    const head = status === 200 ? talk.server.opens({ on: get }) : talk.server.refuses(405, { on: get });
    expect(verdictOf(getIsStreamOr405, talk)).toEqual({ verdict: "obeyed", evidence: [get.begin, head] });
  }
});

test.each([
  [200, "application/json"],
  [200, undefined],
  [400, "application/json"],
  [500, "text/html"],
])("violated: %d, %s", (status, type) => {
  const talk = inSession();
  const get = talk.client.requests("GET", { headers: STREAM });
  const head = talk.server.refuses(status, { on: get, headers: { "content-type": type } });
  expect(verdictOf(getIsStreamOr405, talk)).toEqual({ verdict: "violated", evidence: [get.begin, head] });
});

test.each([401, 404, 503])("inconclusive: %d may have another reason", (status) => {
  const talk = inSession();
  talk.server.refuses(status, { on: talk.client.requests("GET", { headers: STREAM }) });
  expect(verdictOf(getIsStreamOr405, talk).verdict).toBe("inconclusive");
});

test("not exercised: a GET that asks for something else, for a second stream, or without a session", () => {
  const odd = inSession();
  odd.server.refuses(400, { on: odd.client.requests("GET") });
  odd.server.refuses(400, { on: odd.client.requests("GET", { headers: { ...STREAM, "last-event-id": "9" } }) });
  expect(verdictOf(getIsStreamOr405, odd).verdict).toBe("not-exercised");

  const second = inSession();
  const first = second.client.requests("GET", { headers: STREAM });
  second.server.opens({ on: first });
  second.server.refuses(409, { on: second.client.requests("GET", { headers: STREAM }) });
  expect(verdictOf(getIsStreamOr405, second)).toMatchObject({
    verdict: "obeyed",
    evidence: [first.begin, first.begin + 1],
  });

  const visitor = startTalk({ transport: "http", revision: "2025-11-25", client: 1 });
  visitor.server.refuses(400, { on: visitor.client.requests("GET", { headers: STREAM }) });
  expect(verdictOf(getIsStreamOr405, visitor).verdict).toBe("not-exercised");
});

test("a stream that has ended makes room for the next; a server without sessions is judged, too", () => {
  const talk = startTalk({ transport: "http", revision: "2025-11-25", client: 1 });
  talk.shakesHands();
  const first = talk.client.requests("GET", { headers: STREAM });
  talk.server.opens({ on: first });
  talk.server.ends("end", { on: first });
  talk.server.refuses(409, { on: talk.client.requests("GET", { headers: STREAM }) });
  expect(verdictOf(getIsStreamOr405, talk).verdict).toBe("violated");
});

test("what a fault answered is not the server's", () => {
  const talk = inSession();
  talk.server.refuses(500, { on: talk.client.requests("GET", { headers: STREAM }), fault: "http_status" });
  expect(verdictOf(getIsStreamOr405, talk).verdict).toBe("not-exercised");
});
