import { expect, test } from "vitest";
import { judgeHistory } from "./judge.ts";
import { emptyCursor } from "./pag-05-empty-cursor.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const modern = { transport: "stdio", revision: "2026-07-28" } as const;

/** Follows the cursor of the first page; the second one has the cursor "". */
function pages(talk: Talk): { second: number; empty: number } {
  talk.client.asks(1, "tools/list");
  talk.server.answers(1, { tools: [], nextCursor: "two" });
  const second = talk.client.asks(2, "tools/list", { cursor: "two" });
  return { second, empty: talk.server.answers(2, { tools: [], nextCursor: "" }, { fault: "endless_cursor" }) };
}

test("obeyed: the empty cursor is followed", () => {
  const talk = startTalk(modern);
  const { empty } = pages(talk);
  const third = talk.client.asks(3, "tools/list", { cursor: "" });
  expect(verdictOf(emptyCursor, talk)).toEqual({ verdict: "obeyed", evidence: [empty, third] });
});

test("violated: a client that follows cursors takes it for the end", () => {
  const talk = startTalk(modern);
  const { second, empty } = pages(talk);
  const next = [talk.client.asks(3, "tools/call"), talk.server.answers(3)];
  expect(verdictOf(emptyCursor, talk)).toEqual({ verdict: "violated", evidence: [second, empty, ...next] });
});

test("inconclusive: it may not follow any, or has not gone on yet", () => {
  const first = startTalk(modern);
  first.client.asks(1, "tools/list");
  const empty = first.server.answers(1, { tools: [], nextCursor: "" });
  first.client.asks(2, "tools/call");
  first.server.answers(2);
  expect(verdictOf(emptyCursor, first)).toEqual({ verdict: "inconclusive", evidence: [empty] });

  const unfinished = startTalk(modern);
  pages(unfinished);
  expect(verdictOf(emptyCursor, unfinished).verdict).toBe("inconclusive");
});

test("inconclusive where the next request may be another client's", () => {
  const talk = startTalk({ transport: "http", revision: "2026-07-28" });
  pages(talk);
  for (const id of [3, 4]) {
    talk.client.asks(id, "tools/call");
    talk.server.answers(id);
  }
  expect(verdictOf(emptyCursor, talk).verdict).toBe("inconclusive");
  expect(verdictOf(emptyCursor, talk, { isOneClient: true }).verdict).toBe("violated");
});

test("not exercised: no page had an empty cursor", () => {
  const talk = startTalk(modern);
  talk.client.asks(1, "tools/list");
  talk.server.answers(1, { tools: [] });
  expect(verdictOf(emptyCursor, talk).verdict).toBe("not-exercised");
});

test("a request that a fault wrote follows nothing", () => {
  const talk = startTalk(modern);
  pages(talk);
  talk.client.asks(3, "tools/list", { cursor: "" }, { fault: "request_params" });
  expect(verdictOf(emptyCursor, talk).verdict).toBe("not-exercised");
});

test("the legacy era says nothing about it: robustness", () => {
  const talk = startTalk({ transport: "stdio", revision: "2025-11-25" });
  pages(talk);
  talk.client.asks(3, "tools/call");
  talk.server.answers(3);
  const [finding] = judgeHistory(talk.history(), { subject: "client", checks: [emptyCursor] });
  expect(finding).toMatchObject({ verdict: "violated", level: "robustness", clauses: [] });
});
