import { expect, test } from "vitest";
import { stdinPure } from "./std-03-stdin-pure.ts";
import { startTalk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const legacy = { transport: "stdio", revision: "2025-11-25" } as const;

test.each(["2025-11-25", "2026-07-28"] as const)("obeyed at %s: every line is a message", (revision) => {
  const talk = startTalk({ transport: "stdio", revision });
  const first = talk.client.asks(1, "tools/list");
  const last = talk.client.cancels(1);
  expect(verdictOf(stdinPure, talk)).toEqual({ verdict: "obeyed", evidence: [first, last] });
});

test.each(["exit\n", '{"jsonrpc":"2.0","id":1,"meth'])("violated: %j", (text) => {
  const talk = startTalk(legacy);
  talk.client.asks(1, "tools/list");
  const line = talk.client.writes(text);
  expect(verdictOf(stdinPure, talk)).toEqual({ verdict: "violated", evidence: [line] });
});

test("not exercised: the client wrote nothing", () => {
  const talk = startTalk(legacy);
  talk.server.writes("hello\n");
  expect(verdictOf(stdinPure, talk).verdict).toBe("not-exercised");
});

test("what a fault wrote is not the client's", () => {
  const talk = startTalk(legacy);
  talk.client.writes("{", { fault: "broken_json" });
  talk.client.writes("x", { armed: ["drip"] });
  expect(verdictOf(stdinPure, talk).verdict).toBe("not-exercised");
});
