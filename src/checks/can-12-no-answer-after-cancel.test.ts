import { describe, expect, test } from "vitest";
import { noAnswerAfterCancel } from "./can-12-no-answer-after-cancel.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const server = { subject: "server" } as const;

function cancelsACall(talk: Talk): { asked: number; cancel: number; barrier: [number, number] } {
  const asked = talk.client.asks(1, "tools/call");
  const cancel = talk.client.cancels(1);
  return { asked, cancel, barrier: [talk.client.asks(2, "ping"), talk.server.answers(2)] };
}

const talks = {
  "stdio, legacy": () => startTalk({ transport: "stdio", revision: "2025-11-25" }),
  "stdio, modern": () => startTalk({ transport: "stdio", revision: "2026-07-28" }),
  "a session": () => {
    const talk = startTalk({ transport: "http", revision: "2025-11-25" });
    talk.shakesHands("s-1");
    return talk;
  },
};

describe.each(Object.entries(talks))("%s", (_, start) => {
  test("obeyed: a later request was answered, the cancelled one never", () => {
    const talk = start();
    const { asked, cancel, barrier } = cancelsACall(talk);
    expect(verdictOf(noAnswerAfterCancel, talk, server)).toEqual({
      verdict: "obeyed",
      evidence: [asked, cancel, barrier[1]],
    });
  });

  test("violated: it was answered after that", () => {
    const talk = start();
    const { asked, cancel, barrier } = cancelsACall(talk);
    const late = talk.server.answers(1);
    expect(verdictOf(noAnswerAfterCancel, talk, server)).toEqual({
      verdict: "violated",
      evidence: [asked, cancel, ...barrier, late],
    });
  });

  test("an answer that a fault had its hands on is not held against the server", () => {
    const talk = start();
    const { cancel } = cancelsACall(talk);
    const late = talk.server.answers(1, {}, { fault: "late_answer" });
    expect(verdictOf(noAnswerAfterCancel, talk, server)).toEqual({ verdict: "inconclusive", evidence: [cancel, late] });
  });
});

test("the client, too, is silent about what the server has cancelled", () => {
  const talk = startTalk({ transport: "stdio", revision: "2025-11-25" });
  talk.shakesHands();
  const asked = talk.server.asks(1, "sampling/createMessage");
  const cancel = talk.server.notifies("notifications/cancelled", { requestId: 1 });
  const barrier = [talk.server.asks(2, "ping"), talk.client.answers(2)];
  expect(verdictOf(noAnswerAfterCancel, talk, { subject: "client" }).verdict).toBe("obeyed");
  const late = talk.client.answers(1);
  expect(verdictOf(noAnswerAfterCancel, talk, { subject: "client" })).toEqual({
    verdict: "violated",
    evidence: [asked, cancel, ...barrier, late],
  });
  expect(verdictOf(noAnswerAfterCancel, talk, server).verdict).toBe("not-exercised");
});

test("not exercised: the answer was on its way, or the modern era's HTTP, where a message cancels nothing", () => {
  const crossing = startTalk({ transport: "stdio", revision: "2025-11-25" });
  crossing.client.asks(1, "tools/call");
  crossing.client.cancels(1);
  crossing.server.answers(1);
  crossing.client.asks(2, "ping");
  crossing.server.answers(2);
  expect(verdictOf(noAnswerAfterCancel, crossing, server).verdict).toBe("not-exercised");

  const modern = startTalk({ transport: "http", revision: "2026-07-28", client: 1 });
  cancelsACall(modern);
  modern.server.answers(1);
  expect(verdictOf(noAnswerAfterCancel, modern, server).verdict).toBe("not-exercised");
});
