import { expect, test } from "vitest";
import { reissueWithNewId } from "./sse-29-reissue-with-new-id.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const call = { name: "slow", arguments: { n: 1 } };

/** The stream of a call breaks. The cut may be a fault's: it is the client that is judged. */
function breaks(how: "cut" | "end" | "reset" = "cut", isKnown = true): { talk: Talk; broken: [number, number] } {
  const talk = startTalk({ transport: "http", revision: "2026-07-28", client: isKnown ? 1 : undefined });
  const asked = talk.client.asks(1, "tools/call", { ...call, _meta: { progressToken: "one" } });
  talk.server.notifies("notifications/progress", { progressToken: "one", progress: 1 }, { on: 1 });
  return { talk, broken: [asked, talk.server.ends(how, { on: 1, fault: "disconnect" })] };
}

test.each(["cut", "end", "reset"] as const)("obeyed: after %s the same is asked under a new id", (how) => {
  const { talk, broken } = breaks(how);
  const again = talk.client.asks(2, "tools/call", { ...call, _meta: { progressToken: "two" } });
  expect(verdictOf(reissueWithNewId, talk)).toEqual({ verdict: "obeyed", evidence: [...broken, again] });
});

test("violated: it is asked under the same id", () => {
  const { talk, broken } = breaks();
  const again = talk.client.asks(1, "tools/call", call);
  expect(verdictOf(reissueWithNewId, talk)).toEqual({ verdict: "violated", evidence: [...broken, again] });
});

test("violated: its stream is asked for with Last-Event-ID", () => {
  const { talk, broken } = breaks();
  const get = talk.client.requests("GET", { headers: { "last-event-id": "7" } });
  expect(verdictOf(reissueWithNewId, talk)).toEqual({ verdict: "violated", evidence: [...broken, get.begin] });
});

test("inconclusive: nothing is asked again, or other arguments, or its caller was told before", () => {
  const { talk, broken } = breaks();
  talk.client.asks(2, "tools/call", { ...call, arguments: { n: 2 } });
  expect(verdictOf(reissueWithNewId, talk)).toEqual({ verdict: "inconclusive", evidence: broken });

  const told = breaks();
  const caller = told.talk.caller("tools/call", "transport_loss", "slow");
  told.talk.client.asks(2, "tools/call", call);
  expect(verdictOf(reissueWithNewId, told.talk)).toEqual({
    verdict: "inconclusive",
    evidence: [...told.broken, caller],
  });
});

test("inconclusive where it may be another client that asks the same", () => {
  for (const id of [1, 2]) {
    const { talk } = breaks("cut", false);
    talk.client.asks(id, "tools/call", call);
    expect(verdictOf(reissueWithNewId, talk).verdict).toBe("inconclusive");
  }
});

test("not exercised: the answer had come, the client had closed it, it was no stream, or a subscription's", () => {
  const answered = startTalk({ transport: "http", revision: "2026-07-28", client: 1 });
  answered.client.asks(1, "tools/call", call);
  answered.server.opens({ on: 1 });
  answered.server.answers(1);
  expect(verdictOf(reissueWithNewId, answered).verdict).toBe("not-exercised");

  const closed = startTalk({ transport: "http", revision: "2026-07-28", client: 1 });
  closed.client.asks(1, "tools/call", call);
  closed.server.opens({ on: 1 });
  closed.client.leaves({ on: 1 });
  closed.server.ends("end", { on: 1 });
  expect(verdictOf(reissueWithNewId, closed).verdict).toBe("not-exercised");

  const headless = startTalk({ transport: "http", revision: "2026-07-28", client: 1 });
  headless.client.asks(1, "tools/call", call);
  headless.server.ends("cut", { on: 1 });
  expect(verdictOf(reissueWithNewId, headless).verdict).toBe("not-exercised");

  const listening = startTalk({ transport: "http", revision: "2026-07-28", client: 1 });
  listening.client.asks(1, "subscriptions/listen");
  listening.server.opens({ on: 1 });
  listening.server.ends("cut", { on: 1 });
  expect(verdictOf(reissueWithNewId, listening).verdict).toBe("not-exercised");
});

test("a request that a fault changed is not the client's", () => {
  const { talk, broken } = breaks();
  talk.client.asks(1, "tools/call", call, { fault: "request_id" });
  expect(verdictOf(reissueWithNewId, talk)).toEqual({ verdict: "inconclusive", evidence: broken });
});
