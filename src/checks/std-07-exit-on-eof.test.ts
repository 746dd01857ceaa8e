import { expect, test } from "vitest";
import { judgeHistory } from "./judge.ts";
import { exitOnEof } from "./std-07-exit-on-eof.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

function runs(revision: "2026-07-28" | "2025-11-25" = "2026-07-28"): Talk {
  const talk = startTalk({ transport: "stdio", revision, client: 1 });
  talk.process.starts();
  talk.client.asks(1, "tools/list");
  talk.server.answers(1);
  return talk;
}

test("obeyed: stdin ends, and the process exits", () => {
  const talk = runs();
  const proof = [talk.process.inputEnds(), talk.process.exits({ code: 0 })];
  expect(verdictOf(exitOnEof, talk)).toEqual({ verdict: "obeyed", evidence: proof });
});

test("violated: it has to be ended by a signal, whatever code it then exits with", () => {
  const talk = runs();
  const proof = [talk.process.inputEnds(), talk.process.isSent("SIGTERM", 2_500), talk.process.exits({ code: 0 })];
  expect(verdictOf(exitOnEof, talk)).toEqual({ verdict: "violated", evidence: proof });
});

test("inconclusive: it got less than a second, or its exit was not recorded", () => {
  const short = runs();
  const proof = [short.process.inputEnds(), short.process.isSent("SIGTERM", 999)];
  expect(verdictOf(exitOnEof, short)).toEqual({ verdict: "inconclusive", evidence: proof });
  const unknown = runs();
  const end = unknown.process.inputEnds();
  expect(verdictOf(exitOnEof, unknown)).toEqual({ verdict: "inconclusive", evidence: [end] });
});

test("not exercised: it left before, was ended before, or nothing is known of its process", () => {
  const gone = runs();
  gone.process.exits({ code: 1 });
  gone.process.inputEnds();
  expect(verdictOf(exitOnEof, gone).verdict).toBe("not-exercised");
  const ended = runs();
  ended.process.isSent("SIGKILL", 5_000);
  ended.process.inputEnds();
  ended.process.exits({ signal: "SIGKILL" });
  expect(verdictOf(exitOnEof, ended).verdict).toBe("not-exercised");
  expect(verdictOf(exitOnEof, runs()).verdict).toBe("not-exercised");
});

test("a server that was started anew is judged by its own process", () => {
  const talk = runs();
  talk.process.exits({ code: 9 });
  talk.moves();
  talk.process.starts();
  talk.client.asks(1, "tools/list");
  const proof = [talk.process.inputEnds(), talk.process.exits({ code: 0 })];
  expect(verdictOf(exitOnEof, talk)).toEqual({ verdict: "obeyed", evidence: proof });
});

test("the legacy era asks nothing of the server: robustness", () => {
  const talk = runs("2025-11-25");
  talk.process.inputEnds();
  talk.process.isSent("SIGTERM", 2_500);
  const [finding] = judgeHistory(talk.history(), { subject: "server", checks: [exitOnEof] });
  expect(finding).toMatchObject({ verdict: "violated", level: "robustness" });
});
