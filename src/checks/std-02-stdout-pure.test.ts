import { expect, test } from "vitest";
import { stdoutPure } from "./std-02-stdout-pure.ts";
import { startTalk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const legacy = { transport: "stdio", revision: "2025-11-25" } as const;

test.each(["2025-11-25", "2026-07-28"] as const)("obeyed at %s: every line is a message", (revision) => {
  const talk = startTalk({ transport: "stdio", revision });
  talk.client.asks(1, "tools/list");
  const first = talk.server.notifies("notifications/message");
  const last = talk.server.answers(1);
  expect(verdictOf(stdoutPure, talk)).toEqual({ verdict: "obeyed", evidence: [first, last] });
});

test.each(["listening on stdio\n", "\n", "Error: at main.js:1\n"])("violated: %j", (text) => {
  const talk = startTalk(legacy);
  const line = talk.server.writes(text);
  talk.client.asks(1, "tools/list");
  talk.server.answers(1);
  expect(verdictOf(stdoutPure, talk)).toEqual({ verdict: "violated", evidence: [line] });
});

test.each([["ready"], [{ level: "info", msg: "ready" }], [[]], [[{ level: "info" }]]])(
  "violated: %j is JSON and no message",
  (value) => {
    const talk = startTalk(legacy);
    const line = talk.server.says(value);
    expect(verdictOf(stdoutPure, talk)).toEqual({ verdict: "violated", evidence: [line] });
  },
);

test("not exercised: the server wrote nothing, or something too long to be read", () => {
  const talk = startTalk(legacy);
  talk.client.asks(1, "tools/list");
  talk.server.writes("");
  expect(verdictOf(stdoutPure, talk).verdict).toBe("not-exercised");
});

test("what a fault wrote is not the server's", () => {
  const talk = startTalk(legacy);
  talk.client.asks(1, "tools/list");
  talk.server.writes("hello\n", { fault: "stdout_noise" });
  talk.server.answers(1);
  expect(verdictOf(stdoutPure, talk).verdict).toBe("obeyed");
});
