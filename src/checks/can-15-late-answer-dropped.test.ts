import { describe, expect, test } from "vitest";
import { lateAnswerDropped } from "./can-15-late-answer-dropped.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const client = { subject: "client" } as const;

const talks: Record<string, () => Talk> = {
  "stdio, legacy": () => startTalk({ transport: "stdio", revision: "2025-11-25" }),
  "stdio, modern": () => startTalk({ transport: "stdio", revision: "2026-07-28" }),
  "a session": () => {
    const talk = startTalk({ transport: "http", revision: "2025-11-25" });
    talk.shakesHands("s-1");
    return talk;
  },
};

/** Who wrote the late answer does not matter: it is the client that is judged. */
function getsALateAnswer(talk: Talk): [cancel: number, answer: number] {
  talk.client.asks(1, "tools/call");
  const cancel = talk.client.cancels(1);
  return [cancel, talk.server.answers(1, {}, { fault: "late_answer" })];
}

describe.each(Object.entries(talks))("%s", (_, start) => {
  test("obeyed: the next request is made and answered", () => {
    const talk = start();
    const late = getsALateAnswer(talk);
    const next = [talk.client.asks(2, "tools/list"), talk.server.answers(2)];
    expect(verdictOf(lateAnswerDropped, talk, client)).toEqual({ verdict: "obeyed", evidence: [...late, ...next] });
  });

  test("violated: the late answer is answered with an error", () => {
    const talk = start();
    const late = getsALateAnswer(talk);
    const complaint = talk.client.says({ jsonrpc: "2.0", id: 1, error: { code: -32600, message: "unknown id" } });
    talk.client.asks(2, "tools/list");
    talk.server.answers(2);
    expect(verdictOf(lateAnswerDropped, talk, client)).toEqual({ verdict: "violated", evidence: [...late, complaint] });
  });

  test("inconclusive: nothing is asked any more", () => {
    const talk = start();
    const late = getsALateAnswer(talk);
    expect(verdictOf(lateAnswerDropped, talk, client)).toEqual({ verdict: "inconclusive", evidence: late });
  });
});

test("not exercised: no answer came after the cancel", () => {
  const talk = startTalk({ transport: "stdio", revision: "2026-07-28" });
  talk.client.asks(1, "tools/call");
  talk.client.cancels(1);
  talk.client.asks(2, "tools/list");
  talk.server.answers(2);
  expect(verdictOf(lateAnswerDropped, talk, client).verdict).toBe("not-exercised");
});

test("an answer to a request of the server is no complaint, even with the same id", () => {
  const talk = startTalk({ transport: "stdio", revision: "2025-11-25" });
  talk.server.asks(1, "ping");
  getsALateAnswer(talk);
  talk.client.answers(1);
  expect(verdictOf(lateAnswerDropped, talk, client).verdict).toBe("inconclusive");
});

test("a complaint that a fault wrote is not the client's", () => {
  const talk = startTalk({ transport: "stdio", revision: "2025-11-25" });
  getsALateAnswer(talk);
  talk.client.says({ jsonrpc: "2.0", id: 1, result: {} }, { fault: "broken_request" });
  expect(verdictOf(lateAnswerDropped, talk, client).verdict).toBe("inconclusive");
});
