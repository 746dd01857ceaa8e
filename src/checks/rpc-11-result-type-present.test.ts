import { describe, expect, test } from "vitest";
import { judgeHistory } from "./judge.ts";
import { resultTypePresent } from "./rpc-11-result-type-present.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const talks: Record<string, () => Talk> = {
  stdio: () => startTalk({ transport: "stdio", revision: "2026-07-28" }),
  HTTP: () => startTalk({ transport: "http", revision: "2026-07-28" }),
};

describe.each(Object.entries(talks))("%s", (_, start) => {
  test.each(["complete", "input_required", "lab/own"])("obeyed: a result that is %s", (resultType) => {
    const talk = start();
    const both = [talk.client.asks(1, "tools/list"), talk.server.answers(1, { resultType })];
    expect(verdictOf(resultTypePresent, talk)).toEqual({ verdict: "obeyed", evidence: both });
  });

  test.each([{}, { resultType: null }, { resultType: 1 }, { tools: [] }])("violated: %j", (result) => {
    const talk = start();
    talk.client.asks(1, "tools/list");
    talk.server.answers(1, { resultType: "complete" });
    const both = [talk.client.asks(2, "tools/list"), talk.server.says({ jsonrpc: "2.0", id: 2, result }, { on: 2 })];
    expect(verdictOf(resultTypePresent, talk)).toEqual({ verdict: "violated", evidence: both });
  });

  test("not exercised: an error, no answer, or one that a fault wrote", () => {
    const talk = start();
    talk.client.asks(1, "tools/list");
    talk.server.says({ jsonrpc: "2.0", id: 1, error: { code: -32_601, message: "no" } }, { on: 1 });
    talk.client.asks(2, "tools/list");
    talk.client.asks(3, "tools/list");
    talk.server.says({ jsonrpc: "2.0", id: 3, result: {} }, { on: 3, fault: "odd_result" });
    expect(verdictOf(resultTypePresent, talk).verdict).toBe("not-exercised");
  });
});

test("not exercised: the result was too large to be kept", () => {
  const talk = startTalk({ transport: "stdio", revision: "2026-07-28" });
  talk.client.asks(1, "tools/list");
  talk.server.says({ jsonrpc: "2.0", id: 1, result: {} }, { on: 1 });
  const history = talk.history();
  const entries = history.entries.map((entry) =>
    entry.kind === "bytes" ? { ...entry, outlined: true as const } : entry,
  );
  const findings = judgeHistory({ ...history, entries }, { subject: "server", checks: [resultTypePresent] });
  expect(findings).toMatchObject([{ verdict: "not-exercised" }]);
});

test("is not about what the client answers, nor about a legacy request beside modern ones", () => {
  const talk = startTalk({ transport: "stdio", revision: "2026-07-28" });
  talk.client.asks(1, "tools/list");
  talk.server.answers(1, { resultType: "complete" });
  talk.server.asks("s", "roots/list");
  talk.client.answers("s", { roots: [] });
  expect(verdictOf(resultTypePresent, talk).verdict).toBe("obeyed");

  const mixed = startTalk({ transport: "stdio", revision: "2025-11-25" });
  mixed.client.asks(1, "ping");
  mixed.server.answers(1, {});
  mixed.speaks("2026-07-28");
  mixed.client.asks(2, "tools/list");
  mixed.server.answers(2, { resultType: "complete" });
  expect(verdictOf(resultTypePresent, mixed).verdict).toBe("obeyed");
});

test("is not about the legacy era, which knows none", () => {
  const talk = startTalk({ transport: "stdio", revision: "2025-11-25" });
  talk.shakesHands();
  talk.client.asks(1, "tools/list");
  talk.server.answers(1, { tools: [] });
  expect(verdictOf(resultTypePresent, talk).verdict).toBe("not about it");
});
