import { expect, test } from "vitest";
import { silenceAfterDisconnect } from "./can-07-silence-after-disconnect.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const TOKEN = { _meta: { progressToken: "slow" } };

interface Scene {
  readonly talk: Talk;
  readonly asked: number;
  readonly left: number;
  readonly barrier: number;
}

/** A client listens, makes a call, closes it, and is answered something else. */
function closesACall(client?: number): Scene {
  const talk = startTalk({ transport: "http", revision: "2026-07-28", client });
  talk.client.asks("listen", "subscriptions/listen");
  talk.server.notifies("notifications/subscriptions/acknowledged", {}, { on: "listen" });
  const asked = talk.client.asks(1, "tools/call", TOKEN);
  const left = talk.client.leaves({ on: 1 });
  talk.client.asks(2, "tools/list");
  const barrier = talk.server.answers(2);
  return { talk, asked, left, barrier };
}

const progress = { progressToken: "slow", progress: 1 };

test("obeyed: other streams carry nothing for the closed request", () => {
  const { talk, asked, left } = closesACall(1);
  const other = talk.server.notifies("notifications/tools/list_changed", {}, { on: "listen" });
  expect(verdictOf(silenceAfterDisconnect, talk)).toEqual({ verdict: "obeyed", evidence: [asked, left, other] });
});

test("violated: its progress comes on the listening stream", () => {
  const { talk, asked, left, barrier } = closesACall(1);
  const stray = talk.server.notifies("notifications/progress", progress, { on: "listen" });
  expect(verdictOf(silenceAfterDisconnect, talk)).toEqual({
    verdict: "violated",
    evidence: [asked, left, barrier, stray],
  });
});

test("violated: its answer comes on the stream of another call", () => {
  const { talk, asked, left, barrier } = closesACall(1);
  talk.client.asks(3, "tools/call");
  const stray = talk.server.says({ jsonrpc: "2.0", id: 1, result: {} }, { on: 3 });
  expect(verdictOf(silenceAfterDisconnect, talk)).toEqual({
    verdict: "violated",
    evidence: [asked, left, barrier, stray],
  });
});

test("inconclusive where it may be another client's", () => {
  const { talk } = closesACall();
  talk.server.notifies("notifications/progress", progress, { on: "listen" });
  expect(verdictOf(silenceAfterDisconnect, talk).verdict).toBe("inconclusive");
  expect(verdictOf(silenceAfterDisconnect, talk, { isOneClient: true }).verdict).toBe("violated");
});

test("not exercised: the request was answered before it was closed, or nothing was asked after", () => {
  const answered = startTalk({ transport: "http", revision: "2026-07-28", client: 1 });
  answered.client.asks(1, "tools/call", TOKEN);
  answered.server.answers(1, {}, { open: true });
  answered.client.leaves({ on: 1 });
  answered.client.asks(2, "tools/list");
  answered.server.answers(2);
  expect(verdictOf(silenceAfterDisconnect, answered).verdict).toBe("not-exercised");

  const silent = startTalk({ transport: "http", revision: "2026-07-28", client: 1 });
  silent.client.asks(1, "tools/call", TOKEN);
  silent.client.leaves({ on: 1 });
  expect(verdictOf(silenceAfterDisconnect, silent).verdict).toBe("not-exercised");
});

test("a token that two requests bear proves nothing", () => {
  const { talk } = closesACall(1);
  talk.client.asks(3, "tools/call", TOKEN);
  talk.server.notifies("notifications/progress", progress, { on: 3 });
  expect(verdictOf(silenceAfterDisconnect, talk).verdict).toBe("obeyed");
});

test("what a fault wrote is not the server's", () => {
  const { talk } = closesACall(1);
  talk.server.notifies("notifications/progress", progress, { on: "listen", fault: "invented_progress" });
  expect(verdictOf(silenceAfterDisconnect, talk).verdict).toBe("obeyed");
});
