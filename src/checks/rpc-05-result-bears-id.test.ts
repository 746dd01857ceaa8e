import { describe, expect, test } from "vitest";
import { resultBearsId } from "./rpc-05-result-bears-id.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const server = { subject: "server" } as const;
const talks: Record<string, () => Talk> = {
  "stdio, legacy": () => startTalk({ transport: "stdio", revision: "2025-11-25" }),
  "HTTP, modern": () => startTalk({ transport: "http", revision: "2026-07-28" }),
};
const result = (id: string | number) => ({ jsonrpc: "2.0", id, result: {} });

describe.each(Object.entries(talks))("%s", (_, start) => {
  test.each(["1", 1, "", 0, 2 ** 53 - 1])("obeyed: the result of %j has that id", (id) => {
    const talk = start();
    talk.client.asks(id, "tools/list");
    const answer = talk.server.answers(id);
    expect(verdictOf(resultBearsId, talk, server)).toEqual({ verdict: "obeyed", evidence: [answer] });
  });

  test("violated: the type has changed, or the value", () => {
    for (const id of ["1", 2]) {
      const talk = start();
      talk.client.asks(1, "tools/list");
      talk.server.says(result(id), { on: 1 });
      expect(verdictOf(resultBearsId, talk, server).verdict).toBe("violated");
    }
  });

  test("violated: a second result for one request", () => {
    const talk = start();
    const asked = talk.client.asks(1, "tools/list");
    const both = [talk.server.answers(1, {}, { open: true }), talk.server.answers(1)];
    expect(verdictOf(resultBearsId, talk, server)).toEqual({ verdict: "violated", evidence: [asked, ...both] });
  });

  test("a request that a fault sends once more is answered once more", () => {
    const talk = start();
    talk.client.asks(1, "tools/list", {}, { fault: "stray_message" });
    talk.server.answers(1, {}, { open: true });
    talk.client.asks(1, "tools/list", {}, { fault: "stray_message", socket: 2 });
    talk.server.answers(1);
    expect(verdictOf(resultBearsId, talk, server).verdict).toBe("obeyed");
  });

  test("not exercised: an id whose digits nobody can tell", () => {
    const talk = start();
    talk.client.asks(2 ** 53, "tools/list");
    talk.server.answers(2 ** 53);
    expect(verdictOf(resultBearsId, talk, server).verdict).toBe("not-exercised");
  });

  test("what a fault wrote is not the server's, nor does it count as the first", () => {
    const talk = start();
    talk.client.asks(1, "tools/list");
    talk.server.answers(1, {}, { open: true, fault: "unsolicited_response" });
    talk.server.says(result("1"), { on: 1, fault: "wrong_id" });
    talk.server.answers(1);
    expect(verdictOf(resultBearsId, talk, server).verdict).toBe("obeyed");
  });
});

test("violated: in a session the results of two requests are exchanged", () => {
  const talk = startTalk({ transport: "http", revision: "2025-11-25" });
  talk.shakesHands("s-1");
  const [one, two] = [talk.client.asks(1, "tools/list"), talk.client.asks(2, "tools/list")];
  const crossed = talk.server.says(result(1), { on: 2 });
  expect(verdictOf(resultBearsId, talk, server)).toEqual({ verdict: "violated", evidence: [one, two, crossed] });
});

test("a replay on a resumed stream is no second answer", () => {
  const talk = startTalk({ transport: "http", revision: "2025-11-25" });
  talk.shakesHands("s-1");
  talk.client.asks(1, "tools/call");
  talk.server.opens({ on: 1 });
  talk.server.answers(1, {}, { open: true });
  talk.server.ends("cut", { on: 1, fault: "cut_answer" });
  const resumed = talk.client.requests("GET", { headers: { "last-event-id": "1" } });
  talk.server.says(result(1), { on: resumed });
  expect(verdictOf(resultBearsId, talk, server).verdict).toBe("obeyed");
});

test("a client's result bears the id of the server's request", () => {
  const talk = startTalk({ transport: "stdio", revision: "2025-11-25" });
  talk.server.asks(5, "ping");
  const answer = talk.client.answers(5);
  expect(verdictOf(resultBearsId, talk, { subject: "client" })).toEqual({ verdict: "obeyed", evidence: [answer] });
  const stray = talk.client.answers(6);
  expect(verdictOf(resultBearsId, talk, { subject: "client" })).toEqual({ verdict: "violated", evidence: [stray] });
});

test("not exercised: errors only", () => {
  const talk = startTalk({ transport: "stdio", revision: "2025-11-25" });
  talk.client.asks(1, "tools/list");
  talk.server.fails(null, -32700);
  expect(verdictOf(resultBearsId, talk, server).verdict).toBe("not-exercised");
});
