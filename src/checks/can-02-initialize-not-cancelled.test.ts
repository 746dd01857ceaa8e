import { expect, test } from "vitest";
import { initializeNotCancelled } from "./can-02-initialize-not-cancelled.ts";
import { startTalk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const stdio = { transport: "stdio", revision: "2025-11-25" } as const;
const http = { transport: "http", revision: "2025-11-25" } as const;

test("obeyed: initialize is not answered, and the client leaves without a cancel", () => {
  const talk = startTalk(stdio);
  const asked = talk.client.asks(1, "initialize");
  const left = talk.client.leaves();
  expect(verdictOf(initializeNotCancelled, talk)).toEqual({ verdict: "obeyed", evidence: [asked, left] });
});

test("obeyed: on HTTP the client closes the request", () => {
  const talk = startTalk(http);
  const asked = talk.client.asks(1, "initialize");
  const left = talk.client.leaves({ on: 1 });
  expect(verdictOf(initializeNotCancelled, talk)).toEqual({ verdict: "obeyed", evidence: [asked, left] });
});

test("obeyed: the client tries again, and has not cancelled the first", () => {
  const talk = startTalk(stdio);
  const asked = talk.client.asks(1, "initialize");
  const again = talk.client.asks(2, "initialize");
  talk.server.answers(2, { protocolVersion: "2025-11-25" });
  expect(verdictOf(initializeNotCancelled, talk)).toEqual({ verdict: "obeyed", evidence: [asked, again] });
});

test("violated: a cancel names it", () => {
  const talk = startTalk(stdio);
  const asked = talk.client.asks("a", "initialize");
  const cancel = talk.client.cancels("a");
  expect(verdictOf(initializeNotCancelled, talk)).toEqual({ verdict: "violated", evidence: [asked, cancel] });
});

test("not exercised: it was answered, or the recording ends while it waits, or another id of the same digits is cancelled", () => {
  const answered = startTalk(stdio);
  answered.shakesHands();
  answered.client.leaves();
  expect(verdictOf(initializeNotCancelled, answered).verdict).toBe("not-exercised");

  const waiting = startTalk(stdio);
  waiting.client.asks(1, "initialize");
  expect(verdictOf(initializeNotCancelled, waiting).verdict).toBe("not-exercised");

  const retyped = startTalk(stdio);
  retyped.client.asks(1, "initialize");
  retyped.client.cancels("1");
  expect(verdictOf(initializeNotCancelled, retyped).verdict).toBe("obeyed");
});

test("a cancel that a fault wrote is not the client's", () => {
  const talk = startTalk(stdio);
  talk.client.asks(1, "initialize");
  talk.client.cancels(1, { fault: "request_params" });
  expect(verdictOf(initializeNotCancelled, talk).verdict).toBe("not-exercised");
});

test("without a session nobody knows whose cancel it is", () => {
  const say = (client?: number) => {
    const talk = startTalk({ ...http, client });
    talk.client.asks(1, "initialize");
    talk.client.cancels(1);
    return verdictOf(initializeNotCancelled, talk).verdict;
  };
  expect(say()).toBe("not-exercised");
  expect(say(1)).toBe("violated");
});
