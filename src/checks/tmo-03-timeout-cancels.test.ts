import { describe, expect, test } from "vitest";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";
import { timeoutCancels } from "./tmo-03-timeout-cancels.ts";

const modern = (transport: "stdio" | "http") => startTalk({ transport, revision: "2026-07-28", client: 1 });

function timesOut(talk: Talk): [asked: number, caller: number] {
  return [talk.client.asks(1, "tools/call", { name: "slow" }), talk.caller("tools/call", "timeout", "slow")];
}

function next(talk: Talk, id: number): [number, number] {
  return [talk.client.asks(id, "tools/list"), talk.server.answers(id)];
}

describe("stdio", () => {
  test("obeyed: a cancel names the request", () => {
    const talk = modern("stdio");
    const proof = timesOut(talk);
    const cancel = talk.client.cancels(1);
    expect(verdictOf(timeoutCancels, talk)).toEqual({ verdict: "obeyed", evidence: [...proof, cancel] });
  });

  test("violated: another request is answered, and nothing cancels it", () => {
    const talk = modern("stdio");
    const proof = timesOut(talk);
    expect(verdictOf(timeoutCancels, talk)).toEqual({ verdict: "inconclusive", evidence: proof });
    const settled = next(talk, 2);
    expect(verdictOf(timeoutCancels, talk)).toEqual({ verdict: "violated", evidence: [...proof, ...settled] });
  });

  test("a cancel that a fault wrote is not the client's", () => {
    const talk = modern("stdio");
    timesOut(talk);
    talk.client.cancels(1, { fault: "request_params" });
    next(talk, 2);
    expect(verdictOf(timeoutCancels, talk).verdict).toBe("not-exercised");
  });
});

describe("HTTP", () => {
  test("obeyed: the client closes the request", () => {
    const talk = modern("http");
    const proof = timesOut(talk);
    const left = talk.client.leaves({ on: 1 });
    next(talk, 2);
    expect(verdictOf(timeoutCancels, talk)).toEqual({ verdict: "obeyed", evidence: [...proof, left] });
  });

  test("violated: it stays open while two others are answered, a cancel by message notwithstanding", () => {
    const talk = modern("http");
    const proof = timesOut(talk);
    talk.client.cancels(1);
    next(talk, 2);
    const settled = next(talk, 3);
    const violated = { verdict: "violated", evidence: [...proof, ...settled] };
    expect(verdictOf(timeoutCancels, talk)).toEqual(violated);
    talk.client.leaves({ on: 1 }); // at the end of its days it closes everything
    expect(verdictOf(timeoutCancels, talk)).toEqual(violated);
  });

  test("inconclusive: closed a little late, or nothing followed", () => {
    const late = modern("http");
    const proof = timesOut(late);
    expect(verdictOf(timeoutCancels, late)).toEqual({ verdict: "inconclusive", evidence: proof });
    next(late, 2);
    const left = late.client.leaves({ on: 1 });
    next(late, 3);
    expect(verdictOf(timeoutCancels, late)).toEqual({ verdict: "inconclusive", evidence: [...proof, left] });
  });

  test("not exercised: the server had ended it without an answer", () => {
    const talk = modern("http");
    talk.client.asks(1, "tools/call", { name: "slow" });
    talk.server.opens({ on: 1 });
    talk.server.ends("end", { on: 1, fault: "stream_without_answer" });
    talk.caller("tools/call", "timeout", "slow");
    next(talk, 2);
    next(talk, 3);
    expect(verdictOf(timeoutCancels, talk).verdict).toBe("not-exercised");
  });

  test("a close that a fault made is not the client's", () => {
    const talk = modern("http");
    timesOut(talk);
    talk.client.leaves({ on: 1, fault: "request_closed_early" });
    expect(verdictOf(timeoutCancels, talk).verdict).toBe("not-exercised");
  });
});

test("not exercised: nothing timed out", () => {
  const talk = modern("stdio");
  talk.client.asks(1, "tools/call");
  talk.caller("tools/call", "cancelled");
  next(talk, 2);
  expect(verdictOf(timeoutCancels, talk).verdict).toBe("not-exercised");
});
