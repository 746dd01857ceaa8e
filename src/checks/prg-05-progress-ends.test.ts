import { expect, test } from "vitest";
import { progressEnds } from "./prg-05-progress-ends.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import type { Saying } from "./testing/history-writer.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const server = { subject: "server" } as const;
const modern = (transport: "stdio" | "http") => startTalk({ transport, revision: "2026-07-28" });

function asks(talk: Talk): number {
  return talk.client.asks(1, "tools/call", { _meta: { progressToken: 1 } });
}

function progress(talk: Talk, value: number, saying: Saying = { on: 1 }): number {
  return talk.server.notifies("notifications/progress", { progressToken: 1, progress: value }, saying);
}

test.each(["stdio", "http"] as const)("obeyed on %s: the answer is the last", (transport) => {
  const talk = modern(transport);
  asks(talk);
  const step = progress(talk, 1);
  const answer = talk.server.answers(1);
  expect(verdictOf(progressEnds, talk, server)).toEqual({ verdict: "obeyed", evidence: [step, answer] });
});

test.each(["stdio", "http"] as const)("violated on %s: progress follows the answer", (transport) => {
  const talk = modern(transport);
  const asked = asks(talk);
  progress(talk, 1);
  const answer = talk.server.answers(1, {}, { open: true });
  const late = progress(talk, 2);
  expect(verdictOf(progressEnds, talk, server)).toEqual({ verdict: "violated", evidence: [asked, answer, late] });
});

test("between two streams HTTP has no order", () => {
  const talk = startTalk({ transport: "http", revision: "2025-11-25" });
  talk.shakesHands("s-1");
  const get = talk.client.requests("GET");
  asks(talk);
  talk.server.answers(1);
  progress(talk, 1, { on: get });
  expect(verdictOf(progressEnds, talk, server).verdict).toBe("not-exercised");
});

test("not exercised: no progress, or no answer", () => {
  const answered = modern("stdio");
  asks(answered);
  answered.server.answers(1);
  expect(verdictOf(progressEnds, answered, server).verdict).toBe("not-exercised");
  const running = modern("stdio");
  asks(running);
  progress(running, 1);
  expect(verdictOf(progressEnds, running, server).verdict).toBe("not-exercised");
});

test("neither late progress nor an early answer of a fault is the server's", () => {
  const late = modern("stdio");
  asks(late);
  late.server.answers(1);
  progress(late, 1, { fault: "invalid_progress" });
  expect(verdictOf(progressEnds, late, server).verdict).toBe("not-exercised");
  const early = modern("stdio");
  asks(early);
  early.server.answers(1, {}, { fault: "unsolicited_response" });
  progress(early, 1);
  expect(verdictOf(progressEnds, early, server).verdict).toBe("not-exercised");
});
