import { describe, expect, test } from "vitest";
import { initializedFollows } from "./lif-02-initialized-follows.ts";
import type { HistoryEntry } from "../history/schema.ts";
import { judgeHistory } from "./judge.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import type { Verdict } from "./verdict.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const IN_SESSION = { headers: { "mcp-session-id": "s-1" } };
const talks: Record<string, () => Talk> = {
  stdio: () => startTalk({ transport: "stdio", revision: "2025-11-25" }),
  "a session": () => startTalk({ transport: "http", revision: "2025-11-25" }),
};

function isAnswered(talk: Talk): [number, number] {
  return [talk.client.asks(0, "initialize"), talk.server.answers(0, { protocolVersion: "2025-11-25" }, IN_SESSION)];
}

function goesOn(talk: Talk, id: number, method = "tools/list"): number {
  const asked = talk.client.asks(id, method, {}, IN_SESSION);
  talk.server.answers(id);
  return asked;
}

describe.each(Object.entries(talks))("%s", (_, start) => {
  test("obeyed: the client says that it is ready, at once or later", () => {
    const talk = start();
    const opening = isAnswered(talk);
    goesOn(talk, 1);
    const ready = talk.client.notifies("notifications/initialized", {}, IN_SESSION);
    expect(verdictOf(initializedFollows, talk)).toEqual({ verdict: "obeyed", evidence: [...opening, ready] });
  });

  test("violated: it asks on and on, and never does", () => {
    const talk = start();
    const opening = isAnswered(talk);
    const first = goesOn(talk, 1);
    goesOn(talk, 2);
    goesOn(talk, 3);
    expect(verdictOf(initializedFollows, talk)).toEqual({ verdict: "violated", evidence: [...opening, first] });
  });

  test("inconclusive: the recording ends with the first request", () => {
    const talk = start();
    const opening = isAnswered(talk);
    const first = talk.client.asks(1, "tools/list", {}, IN_SESSION);
    expect(verdictOf(initializedFollows, talk)).toEqual({ verdict: "inconclusive", evidence: [...opening, first] });
  });

  test("not exercised: it only pings, asks for nothing, or was refused", () => {
    const pings = start();
    isAnswered(pings);
    for (const id of [1, 2, 3]) goesOn(pings, id, "ping");
    const silent = start();
    isAnswered(silent);
    const refused = start();
    refused.client.asks(0, "initialize");
    refused.server.says({ jsonrpc: "2.0", id: 0, error: { code: -32_602, message: "no" } }, { on: 0 });
    refused.client.asks(1, "tools/list");
    for (const talk of [pings, silent, refused])
      expect(verdictOf(initializedFollows, talk).verdict).toBe("not-exercised");
  });

  test("what a fault made of the client's words is not held against it", () => {
    const talk = start();
    isAnswered(talk);
    const saying = { ...IN_SESSION, fault: "client_notification" };
    talk.client.notifies("notifications/lab/unknown", {}, saying);
    for (const id of [1, 2, 3]) goesOn(talk, id);
    expect(verdictOf(initializedFollows, talk).verdict).toBe("not-exercised");
  });
});

test("violated: it has one answer on stdio, and leaves", () => {
  const talk = startTalk({ transport: "stdio", revision: "2025-11-25" });
  isAnswered(talk);
  talk.client.asks(1, "tools/list");
  talk.client.leaves();
  expect(verdictOf(initializedFollows, talk).verdict).toBe("violated");
});

test("not exercised: without a session it may be another client's", () => {
  const talk = startTalk({ transport: "http", revision: "2025-11-25" });
  talk.client.asks(0, "initialize");
  talk.server.answers(0, { protocolVersion: "2025-11-25" });
  for (const id of [1, 2, 3]) {
    talk.client.asks(id, "tools/list");
    talk.server.answers(id);
  }
  expect(verdictOf(initializedFollows, talk).verdict).toBe("not-exercised");
  expect(verdictOf(initializedFollows, talk, { isOneClient: true }).verdict).toBe("violated");
});

const GONE = {
  direction: "to-client",
  transport: "stdio",
  connection: 1,
  exchange: 1,
  method: "initialize",
  era: "legacy",
  revision: "2025-11-25",
};
const PLACED = { sequence: 1_000, atMs: 1, time: "2026-01-01T00:00:00.000Z" };

test.each<[string, Verdict, object]>([
  [
    "a fault acted on what was never sent",
    "not-exercised",
    { kind: "fired", exchange: 999, rule: "rule-1", faults: ["lab"] },
  ],
  ["a fault acted on what is there", "violated", { kind: "fired", exchange: 1, rule: "rule-1", faults: ["lab"] }],
  ["the server was gone for a while", "not-exercised", { ...GONE, kind: "outage", downMs: 1, sessions: "kept" }],
])("%s: %s", (_, verdict, entry) => {
  const talk = startTalk({ transport: "stdio", revision: "2025-11-25" });
  isAnswered(talk);
  for (const id of [1, 2, 3]) goesOn(talk, id);
  const history = talk.history();
  const entries = [...history.entries, { ...PLACED, ...entry } as HistoryEntry];
  const [finding] = judgeHistory({ ...history, entries }, { subject: "client", checks: [initializedFollows] });
  expect(finding?.verdict).toBe(verdict);
});
