import { describe, expect, test } from "vitest";
import { startTalk } from "../testing/build-history.ts";
import type { Talk } from "../testing/build-history.ts";
import { readScenes } from "./scene.ts";

const scenes = (talk: Talk, isOneClient = false) => readScenes(talk.history(), isOneClient);

function conversations(talk: Talk, isOneClient = false) {
  const [scene] = scenes(talk, isOneClient);
  return scene?.conversations ?? [];
}

describe("scenes", () => {
  test("one for each client that the recording tells apart", () => {
    const talk = startTalk({ transport: "stdio", revision: "2025-11-25", client: 1 });
    talk.client.asks(1, "tools/list");
    talk.moves({ client: 2 });
    talk.client.asks(1, "tools/list");
    expect(scenes(talk).map(({ isOneClient, exchanges }) => [isOneClient, exchanges.length])).toEqual([
      [true, 1],
      [true, 1],
    ]);
  });

  test("else one, of which only whoever asks may know that it is one client's", () => {
    const talk = startTalk({ transport: "http", revision: "2026-07-28" });
    talk.client.asks(1, "tools/list");
    expect(scenes(talk).map(({ isOneClient }) => isOneClient)).toEqual([false]);
    expect(scenes(talk, true).map(({ isOneClient }) => isOneClient)).toEqual([true]);
  });
});

describe("conversations", () => {
  test("a stdio connection each", () => {
    const talk = startTalk({ transport: "stdio", revision: "2026-07-28" });
    talk.client.asks(1, "tools/list");
    talk.moves();
    talk.client.asks(1, "tools/list");
    expect(conversations(talk)).toMatchObject([
      { kind: "stdio", era: "modern", isOneClient: true, exchanges: [{ connection: 1 }] },
      { kind: "stdio", era: "modern", isOneClient: true, exchanges: [{ connection: 2 }] },
    ]);
  });

  test("a session each, with its handshake and its refused requests, and one for what has none", () => {
    const talk = startTalk({ transport: "http", revision: "2025-11-25" });
    talk.shakesHands("s-1");
    talk.client.asks(1, "tools/list");
    talk.server.refuses(404, { on: 1 });
    talk.client.asks(2, "tools/list", {}, { headers: { "mcp-session-id": undefined } });
    talk.moves();
    talk.shakesHands("s-2");
    const told = conversations(talk).map(({ kind, isOneClient, exchanges }) => [kind, isOneClient, exchanges.length]);
    expect(told).toEqual([
      ["session", true, 3],
      ["sessionless", false, 1],
      ["session", true, 2],
    ]);
  });

  test("over HTTP without a session an era each, whatever the server made of the request", () => {
    const talk = startTalk({ transport: "http", revision: "2025-11-25" });
    talk.client.asks(1, "tools/list");
    talk.speaks("2026-07-28");
    talk.client.asks(2, "tools/list");
    talk.client.requests("GET");
    expect(conversations(talk).map(({ era, exchanges }) => [era, exchanges.length])).toEqual([
      ["legacy", 1],
      ["modern", 2],
    ]);
  });

  test("are legacy from their handshake on, at the revision that was agreed on", () => {
    const talk = startTalk({ transport: "stdio", revision: "2026-07-28" });
    talk.client.asks(0, "server/discover");
    talk.server.fails(0, -32601);
    talk.speaks("2025-11-25");
    talk.client.asks(1, "initialize");
    talk.server.answers(1, { protocolVersion: "2025-06-18" });
    expect(conversations(talk)).toMatchObject([{ era: "legacy", revision: "2025-06-18" }]);
  });

  test("have the revision that was asked for, where the answer names none that exists", () => {
    const talk = startTalk({ transport: "stdio", revision: "2025-11-25" });
    talk.client.asks(1, "initialize", { protocolVersion: "2025-03-26" });
    talk.server.answers(1, { protocolVersion: "1900-01-01" });
    expect(conversations(talk)).toMatchObject([{ revision: "2025-03-26" }]);
  });

  test("know where either side has ended them", () => {
    const left = startTalk({ transport: "stdio", revision: "2025-11-25" });
    left.client.asks(1, "ping");
    expect(conversations(left)).toMatchObject([{ leftAt: undefined, lostAt: undefined }]);
    const end = left.client.leaves();
    expect(conversations(left)).toMatchObject([{ leftAt: end, lostAt: undefined }]);

    const lost = startTalk({ transport: "stdio", revision: "2025-11-25" });
    lost.process.starts();
    lost.client.asks(1, "ping");
    const exit = lost.process.exits({ code: 1 });
    expect(conversations(lost)).toMatchObject([{ leftAt: undefined, lostAt: exit, serverProcess: { signals: [] } }]);
  });
});

describe("messages", () => {
  test("are touched where a fault wrote them or acted on what their sender sends", () => {
    const talk = startTalk({ transport: "stdio", revision: "2025-11-25" });
    talk.client.asks(1, "ping");
    talk.server.answers(1, {}, { fault: "wrong_id" });
    talk.client.asks(2, "ping", {}, { armed: ["drip"] });
    const [conversation] = conversations(talk);
    expect(conversation?.messages.map(({ isTouched }) => isTouched)).toEqual([false, true, true]);
  });
});
