import { describe, expect, test } from "vitest";
import { progressRises } from "./prg-03-progress-rises.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import type { Saying } from "./testing/history-writer.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const server = { subject: "server" } as const;
const talks: Record<string, () => Talk> = {
  "stdio, legacy": () => startTalk({ transport: "stdio", revision: "2025-11-25" }),
  "HTTP, modern": () => startTalk({ transport: "http", revision: "2026-07-28" }),
};

function asks(talk: Talk, id: number): number {
  return talk.client.asks(id, "tools/call", { _meta: { progressToken: id } });
}

function progress(talk: Talk, id: number, value: unknown, saying: Saying = {}): number {
  // Whatever a server may write there.
  const params = { progressToken: id, progress: value as number };
  return talk.server.notifies("notifications/progress", params, { on: id, ...saying });
}

describe.each(Object.entries(talks))("%s", (_, start) => {
  test("obeyed: each value is higher than the one before", () => {
    const talk = start();
    asks(talk, 0);
    const first = progress(talk, 0, 0);
    progress(talk, 0, 0.5);
    const last = progress(talk, 0, 1);
    expect(verdictOf(progressRises, talk, server)).toEqual({ verdict: "obeyed", evidence: [first, last] });
  });

  test.each([
    ["falls", 1],
    ["stays", 2],
  ])("violated: it %s", (_what, value) => {
    const talk = start();
    const asked = asks(talk, 1);
    const steps = [progress(talk, 1, 2), progress(talk, 1, value)];
    expect(verdictOf(progressRises, talk, server)).toEqual({ verdict: "violated", evidence: [asked, ...steps] });
  });
});

test("two calls have a progress of their own each", () => {
  const talk = startTalk({ transport: "stdio", revision: "2026-07-28" });
  asks(talk, 1);
  asks(talk, 2);
  progress(talk, 1, 5);
  progress(talk, 2, 1);
  progress(talk, 1, 6);
  expect(verdictOf(progressRises, talk, server).verdict).toBe("obeyed");
});

test("a token that is used anew begins anew", () => {
  const talk = startTalk({ transport: "stdio", revision: "2026-07-28" });
  for (const id of [1, 2]) {
    talk.client.asks(id, "tools/call", { _meta: { progressToken: "t" } });
    for (const value of [1, 2]) talk.server.notifies("notifications/progress", { progressToken: "t", progress: value });
    talk.server.answers(id);
  }
  expect(verdictOf(progressRises, talk, server).verdict).toBe("obeyed");
});

test("not exercised: fewer than two numbers", () => {
  const talk = startTalk({ transport: "stdio", revision: "2026-07-28" });
  asks(talk, 1);
  progress(talk, 1, 1);
  progress(talk, 1, "half");
  expect(verdictOf(progressRises, talk, server).verdict).toBe("not-exercised");
});

test("what a fault wrote is not the server's", () => {
  const talk = startTalk({ transport: "stdio", revision: "2026-07-28" });
  asks(talk, 1);
  progress(talk, 1, 2);
  progress(talk, 1, 1, { fault: "invalid_progress" });
  expect(verdictOf(progressRises, talk, server).verdict).toBe("not-exercised");
});
