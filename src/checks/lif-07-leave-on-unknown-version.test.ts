import { expect, test } from "vitest";
import { leaveOnUnknownVersion } from "./lif-07-leave-on-unknown-version.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import type { Saying } from "./testing/history-writer.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const stdio = { transport: "stdio", revision: "2025-11-25" } as const;

/** The offer may be a fault's: it is the client that is judged. */
function isOffered(
  talk: Talk,
  protocolVersion: unknown,
  saying: Saying = { fault: "version_mismatch" },
): [number, number] {
  // Whatever a server may write there.
  const result = { protocolVersion } as { protocolVersion: string };
  return [talk.client.asks(1, "initialize"), talk.server.answers(1, result, saying)];
}

test("obeyed: the client ends the connection", () => {
  const talk = startTalk(stdio);
  const offer = isOffered(talk, "1900-01-01");
  const left = talk.client.leaves();
  expect(verdictOf(leaveOnUnknownVersion, talk)).toEqual({ verdict: "obeyed", evidence: [...offer, left] });
});

test("obeyed: it tries its luck on another connection", () => {
  const talk = startTalk({ ...stdio, client: 1 });
  const offer = isOffered(talk, "1900-01-01");
  talk.moves();
  talk.client.asks(1, "initialize");
  expect(verdictOf(leaveOnUnknownVersion, talk)).toEqual({ verdict: "obeyed", evidence: offer });
});

test("violated: the client accepts the offer, in a session, too", () => {
  const talk = startTalk(stdio);
  const offer = isOffered(talk, "1900-01-01");
  const accepted = talk.client.notifies("notifications/initialized");
  expect(verdictOf(leaveOnUnknownVersion, talk)).toEqual({ verdict: "violated", evidence: [...offer, accepted] });

  const session = startTalk({ transport: "http", revision: "2025-11-25" });
  isOffered(session, "1900-01-01", { headers: { "mcp-session-id": "s-1" } });
  session.client.notifies("notifications/initialized", {}, { headers: { "mcp-session-id": "s-1" } });
  expect(verdictOf(leaveOnUnknownVersion, session).verdict).toBe("violated");
});

test("inconclusive: the recording ends with the offer, or a request was perhaps on its way", () => {
  const talk = startTalk(stdio);
  const offer = isOffered(talk, "1900-01-01");
  expect(verdictOf(leaveOnUnknownVersion, talk)).toEqual({ verdict: "inconclusive", evidence: offer });
  const asked = talk.client.asks(2, "ping");
  talk.client.leaves();
  expect(verdictOf(leaveOnUnknownVersion, talk)).toEqual({ verdict: "inconclusive", evidence: [...offer, asked] });
});

test("not exercised: the revision exists, is what was asked for, or is none", () => {
  for (const offered of ["2025-11-25", "2024-11-05", 7, undefined]) {
    const talk = startTalk(stdio);
    isOffered(talk, offered);
    talk.client.notifies("notifications/initialized");
    expect(verdictOf(leaveOnUnknownVersion, talk).verdict).toBe("not-exercised");
  }
  const odd = startTalk(stdio);
  odd.client.asks(1, "initialize", { protocolVersion: "2099-01-01" });
  odd.server.answers(1, { protocolVersion: "2099-01-01" });
  odd.client.notifies("notifications/initialized");
  expect(verdictOf(leaveOnUnknownVersion, odd).verdict).toBe("not-exercised");
});

test("not exercised: without a session the notification may be another client's", () => {
  const talk = startTalk({ transport: "http", revision: "2025-11-25" });
  isOffered(talk, "1900-01-01");
  talk.client.notifies("notifications/initialized");
  expect(verdictOf(leaveOnUnknownVersion, talk).verdict).toBe("not-exercised");
  expect(verdictOf(leaveOnUnknownVersion, talk, { isOneClient: true }).verdict).toBe("violated");
});

test("what a fault made of the client's own words is not held against it", () => {
  const accepted = startTalk(stdio);
  isOffered(accepted, "1900-01-01");
  accepted.client.notifies("notifications/initialized", {}, { fault: "broken_request" });
  expect(verdictOf(leaveOnUnknownVersion, accepted).verdict).toBe("not-exercised");

  const asked = startTalk(stdio);
  asked.client.asks(1, "initialize", {}, { fault: "request_version" });
  asked.server.answers(1, { protocolVersion: "1900-01-01" });
  asked.client.notifies("notifications/initialized");
  expect(verdictOf(leaveOnUnknownVersion, asked).verdict).toBe("not-exercised");
});
