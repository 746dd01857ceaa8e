import { describe, expect, test } from "vitest";
import { crossingHarmless } from "./can-14-crossing-harmless.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const stdio = { transport: "stdio", revision: "2026-07-28" } as const;

/** The answer is sent before the cancel has come, or the other way round. */
const crossings: Record<string, (talk: Talk) => [number, number]> = {
  "answer first": (talk) => {
    talk.client.asks(1, "tools/call");
    return [talk.server.answers(1), talk.client.cancels(1)];
  },
  "cancel first": (talk) => {
    talk.client.asks(1, "tools/call");
    return [talk.client.cancels(1), talk.server.answers(1)];
  },
};

describe.each(Object.entries(crossings))("%s", (_, cross) => {
  test("obeyed by both: the next request goes well", () => {
    const talk = startTalk(stdio);
    const both = cross(talk);
    expect(verdictOf(crossingHarmless, talk, { subject: "client" })).toEqual({
      verdict: "inconclusive",
      evidence: both,
    });
    const next = [talk.client.asks(2, "tools/list"), talk.server.answers(2)];
    const proof = { verdict: "obeyed", evidence: [...both, ...next] };
    expect(verdictOf(crossingHarmless, talk, { subject: "client" })).toEqual(proof);
    expect(verdictOf(crossingHarmless, talk, { subject: "server" })).toEqual(proof);
  });

  test("violated by the client: it answers the answer", () => {
    const talk = startTalk(stdio);
    const both = cross(talk);
    const complaint = talk.client.says({ jsonrpc: "2.0", id: 1, error: { code: -32600, message: "what?" } });
    expect(verdictOf(crossingHarmless, talk, { subject: "client" })).toEqual({
      verdict: "violated",
      evidence: [...both, complaint],
    });
  });
});

test("violated by the server: it answers the cancel with an error", () => {
  const talk = startTalk(stdio);
  talk.client.asks(1, "tools/call");
  const answer = talk.server.answers(1);
  const cancel = talk.client.cancels(1);
  const complaint = talk.server.fails(null, -32600);
  expect(verdictOf(crossingHarmless, talk, { subject: "server" })).toEqual({
    verdict: "violated",
    evidence: [answer, cancel, complaint],
  });
});

test("violated by the server: on HTTP it refuses the cancel with 400", () => {
  const talk = startTalk({ transport: "http", revision: "2025-11-25" });
  talk.shakesHands("s-1");
  talk.client.asks(1, "tools/call");
  const answer = talk.server.answers(1);
  const cancel = talk.client.cancels(1, { status: 400 });
  expect(verdictOf(crossingHarmless, talk, { subject: "server" })).toEqual({
    verdict: "violated",
    evidence: [answer, cancel, cancel + 1],
  });
});

test("an error that may be about something else is not about the cancel", () => {
  const talk = startTalk(stdio);
  talk.client.asks(1, "tools/call");
  talk.server.answers(1);
  talk.client.cancels(1);
  talk.client.says({ jsonrpc: "1.0", id: 5, method: "x" });
  talk.server.fails(null, -32600);
  expect(verdictOf(crossingHarmless, talk, { subject: "server" }).verdict).toBe("inconclusive");
});

test("not exercised: no cancel, or one that was sent long after the answer", () => {
  const talk = startTalk(stdio);
  talk.client.asks(1, "tools/call");
  talk.server.answers(1);
  talk.client.asks(2, "tools/list");
  talk.server.answers(2);
  talk.client.cancels(1);
  talk.client.asks(3, "tools/list");
  talk.server.answers(3);
  expect(verdictOf(crossingHarmless, talk, { subject: "client" }).verdict).toBe("not-exercised");
});

test("what is no answer completes nothing", () => {
  const talk = startTalk(stdio);
  talk.client.asks(1, "tools/call");
  talk.server.says({ id: 1, result: {} }, { fault: "malformed_message" });
  talk.client.cancels(1);
  talk.client.asks(2, "tools/list");
  talk.server.answers(2);
  expect(verdictOf(crossingHarmless, talk, { subject: "client" }).verdict).toBe("not-exercised");
});

test("a complaint that a fault wrote is nobody's", () => {
  const talk = startTalk(stdio);
  talk.client.asks(1, "tools/call");
  talk.client.cancels(1);
  talk.server.answers(1, {}, { fault: "late_answer" });
  talk.client.says({ jsonrpc: "2.0", id: 1, result: {} }, { fault: "broken_request" });
  talk.client.asks(2, "tools/list");
  talk.server.answers(2);
  expect(verdictOf(crossingHarmless, talk, { subject: "client" }).verdict).toBe("obeyed");
});
