import { describe, expect, test } from "vitest";
import { cursorUnchanged } from "./pag-04-cursor-unchanged.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const talks: Record<string, () => Talk> = {
  "stdio, legacy": () => startTalk({ transport: "stdio", revision: "2025-11-25" }),
  "HTTP, modern": () => startTalk({ transport: "http", revision: "2026-07-28" }),
};

/** Who gave the cursor does not matter. */
function getsACursor(talk: Talk, nextCursor: string): number {
  talk.client.asks(1, "tools/list");
  return talk.server.answers(1, { tools: [], nextCursor }, { fault: "endless_cursor" });
}

describe.each(Object.entries(talks))("%s", (_, start) => {
  test.each(["page 2 ", "ZGF0YT0=", "a%20b", "007", "🧪", ""])("obeyed: %j comes back as it was given", (cursor) => {
    const talk = start();
    const given = getsACursor(talk, cursor);
    const asked = talk.client.asks(2, "tools/list", { cursor });
    expect(verdictOf(cursorUnchanged, talk)).toEqual({ verdict: "obeyed", evidence: [given, asked] });
  });

  test.each([
    ["page 2 ", "page 2"],
    ["ZGF0YT0=", "data="],
    ["data=", "ZGF0YT0="],
    ["a%20b", "a b"],
    ["a b", "a%20b"],
    ["007", 7],
    ["7", 7],
  ])("violated: %j comes back as %j", (cursor, made) => {
    const talk = start();
    const given = getsACursor(talk, cursor);
    const asked = talk.client.asks(2, "tools/list", { cursor: made });
    expect(verdictOf(cursorUnchanged, talk)).toEqual({ verdict: "violated", evidence: [given, asked] });
  });
});

test("inconclusive: a cursor from elsewhere, or of another list", () => {
  const talk = startTalk({ transport: "stdio", revision: "2025-11-25" });
  getsACursor(talk, "two");
  const foreign = talk.client.asks(2, "tools/list", { cursor: "yesterday" });
  expect(verdictOf(cursorUnchanged, talk)).toEqual({ verdict: "inconclusive", evidence: [foreign] });
  talk.client.asks(3, "prompts/list", { cursor: "two" });
  expect(verdictOf(cursorUnchanged, talk)).toEqual({ verdict: "inconclusive", evidence: [foreign] });
});

test("not exercised: nobody asked for a second page", () => {
  const talk = startTalk({ transport: "stdio", revision: "2025-11-25" });
  getsACursor(talk, "two");
  talk.client.asks(2, "tools/list");
  expect(verdictOf(cursorUnchanged, talk).verdict).toBe("not-exercised");
});

test("a cursor that a fault changed on its way back is not the client's", () => {
  const talk = startTalk({ transport: "stdio", revision: "2025-11-25" });
  getsACursor(talk, " two");
  talk.client.asks(2, "tools/list", { cursor: "two" }, { fault: "request_params" });
  expect(verdictOf(cursorUnchanged, talk).verdict).toBe("not-exercised");
});
