import { expect, test } from "vitest";
import { versionHeader } from "./lif-08-version-header.ts";
import { startTalk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const NONE = { headers: { "mcp-protocol-version": undefined } } as const;

function inSession(revision: "2025-11-25" | "2025-06-18" | "2025-03-26" = "2025-11-25") {
  const talk = startTalk({ transport: "http", revision });
  talk.shakesHands("s-1");
  return talk;
}

test("obeyed: every later request names its revision, whatever its verb", () => {
  const talk = inSession();
  talk.client.requests("GET");
  const last = talk.client.requests("DELETE");
  const { verdict, evidence } = verdictOf(versionHeader, talk);
  expect({ verdict, last: evidence[1] }).toEqual({ verdict: "obeyed", last: last.begin });
});

test.each(["POST", "GET", "DELETE"] as const)("violated: a %s without the header", (verb) => {
  const talk = inSession();
  const begin =
    verb === "POST" ? talk.client.asks(1, "tools/list", {}, NONE) - 1 : talk.client.requests(verb, NONE).begin;
  expect(verdictOf(versionHeader, talk)).toEqual({ verdict: "violated", evidence: [begin] });
});

test("not exercised: nothing followed the handshake, or the revision knows no such header", () => {
  const talk = startTalk({ transport: "http", revision: "2025-11-25" });
  talk.client.asks(0, "initialize");
  talk.server.answers(0, { protocolVersion: "2025-11-25" }, { headers: { "mcp-session-id": "s-1" } });
  expect(verdictOf(versionHeader, talk).verdict).toBe("not-exercised");

  const old = inSession("2025-03-26");
  old.client.asks(1, "tools/list", {}, NONE);
  expect(verdictOf(versionHeader, old).verdict).toBe("not-exercised");
  const middle = inSession("2025-06-18");
  middle.client.asks(1, "tools/list", {}, NONE);
  expect(verdictOf(versionHeader, middle).verdict).toBe("violated");
});

test("without a session a request without the header may be an older client's", () => {
  const talk = startTalk({ transport: "http", revision: "2025-11-25" });
  talk.client.asks(1, "tools/list", {}, NONE);
  expect(verdictOf(versionHeader, talk).verdict).toBe("not-exercised");
});

test("a header that a fault took away is not missing", () => {
  const talk = inSession();
  talk.client.asks(1, "tools/list", {}, { ...NONE, fault: "request_header" });
  expect(verdictOf(versionHeader, talk).verdict).toBe("obeyed");
});
