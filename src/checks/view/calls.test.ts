import { describe, expect, test } from "vitest";
import { startTalk, type Talk } from "../testing/build-history.ts";
import { readScenes } from "./scene.ts";

function calls(talk: Talk, isOneClient = false) {
  const [scene] = readScenes(talk.history(), isOneClient);
  const all = (scene?.conversations ?? []).flatMap((conversation) => conversation.calls);
  return all.map(({ from, id, method, answers, cancels, caller }) => ({
    from,
    id,
    method,
    answers: answers.map(({ sequence }) => sequence),
    cancels: cancels.map(({ sequence }) => sequence),
    saw: caller?.saw,
  }));
}

const stdio = { transport: "stdio", revision: "2025-11-25" } as const;

describe("answers", () => {
  test("are found by value and type of the id", () => {
    const talk = startTalk(stdio);
    talk.client.asks(1, "a");
    talk.client.asks("1", "b");
    const answer = talk.server.answers("1");
    expect(calls(talk)).toMatchObject([{ answers: [] }, { answers: [answer] }]);
  });

  test("belong to the latest request of the other side with that id", () => {
    const talk = startTalk(stdio);
    talk.client.asks(1, "a");
    const first = talk.server.answers(1);
    talk.server.asks(1, "ping");
    talk.client.asks(1, "b");
    const second = talk.server.answers(1);
    const pong = talk.client.answers(1);
    expect(calls(talk)).toMatchObject([
      { method: "a", answers: [first] },
      { method: "ping", from: "server", answers: [pong] },
      { method: "b", answers: [second] },
    ]);
  });

  test("belong on HTTP to the request of their exchange, also an error that names none", () => {
    const talk = startTalk({ transport: "http", revision: "2026-07-28" });
    talk.client.asks(1, "a");
    talk.moves();
    talk.client.asks(1, "b");
    const error = talk.server.fails(null, -32700, { on: 1 });
    expect(calls(talk)).toMatchObject([{ answers: [] }, { answers: [error] }]);
  });

  test("in another exchange are another's, unless it is one client's", () => {
    const talk = startTalk({ transport: "http", revision: "2026-07-28" });
    talk.client.asks(1, "a");
    talk.client.asks(2, "b");
    const crossed = talk.server.says({ jsonrpc: "2.0", id: 1, result: {} }, { on: 2 });
    expect(calls(talk)).toMatchObject([{ answers: [] }, { answers: [] }]);
    expect(calls(talk, true)).toMatchObject([{ answers: [crossed] }, { answers: [] }]);
  });
});

describe("cancels", () => {
  test("are their sender's own, and name a request that was made", () => {
    const talk = startTalk(stdio);
    talk.client.cancels(1);
    talk.client.asks(1, "a");
    talk.server.notifies("notifications/cancelled", { requestId: 1 });
    const cancel = talk.client.cancels(1);
    expect(calls(talk)).toMatchObject([{ cancels: [cancel] }]);
  });

  test("are none over the HTTP of the modern era", () => {
    const talk = startTalk({ transport: "http", revision: "2026-07-28", client: 1 });
    talk.client.asks(1, "a");
    talk.client.cancels(1);
    expect(calls(talk)).toMatchObject([{ cancels: [] }]);
  });
});

describe("callers", () => {
  test("are told apart by method and name", () => {
    const talk = startTalk(stdio);
    talk.client.asks(1, "tools/call", { name: "slow" });
    talk.client.asks(2, "tools/call", { name: "fast" });
    talk.client.asks(3, "resources/read", { uri: "x:y" });
    talk.caller("tools/call", "timeout", "slow");
    talk.caller("resources/read", "cancelled", "x:y");
    expect(calls(talk)).toMatchObject([{ saw: "timeout" }, { saw: undefined }, { saw: "cancelled" }]);
  });

  test("saw a success of a request with an answer, and no time-out of one", () => {
    const talk = startTalk(stdio);
    talk.client.asks(1, "ping");
    talk.server.answers(1);
    talk.client.asks(2, "ping");
    talk.caller("ping", "success");
    talk.caller("ping", "timeout");
    expect(calls(talk)).toMatchObject([{ saw: "success" }, { saw: "timeout" }]);
  });

  test("are nobody's where two requests may be meant, or none had been made", () => {
    const talk = startTalk(stdio);
    talk.caller("ping", "timeout");
    talk.client.asks(1, "ping");
    talk.client.asks(2, "ping");
    talk.caller("ping", "timeout");
    expect(calls(talk)).toMatchObject([{ saw: undefined }, { saw: undefined }]);
  });
});
