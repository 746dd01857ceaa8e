import { describe, expect, test } from "vitest";
import { defineCheck, inconclusive, obeyed, violated, type Sighting } from "./check.ts";
import { judgeHistory, type JudgeOptions } from "./judge.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { methodOf } from "./view/message.ts";

/** Sees in each conversation what its client's requests say: `obeyed`, `violated`, `inconclusive`. */
const told = defineCheck({
  id: "RPC-03",
  subjects: ["client", "server"],
  eras: ["legacy", "modern"],
  transports: ["stdio", "http"],
  proofs: { obeyed: "", violated: "" },
  judge: ({ messages }) =>
    messages.flatMap((message): Sighting[] => {
      const say = { obeyed, violated, inconclusive }[methodOf(message) ?? ""];
      return say === undefined ? [] : [say(`${methodOf(message)} was told`, message)];
    }),
});

const stdio = { transport: "stdio", revision: "2025-11-25" } as const;

function judge(talk: Talk, options: Partial<JudgeOptions> = {}) {
  return judgeHistory(talk.history(), { subject: "client", checks: [told], ...options });
}

test("a finding is plain data: who, where, what, how binding, and the proof", () => {
  const talk = startTalk(stdio);
  const proof = talk.client.asks(1, "violated");
  const findings = judge(talk);
  expect(findings).toEqual([
    {
      check: "RPC-03",
      subject: "client",
      revision: "2025-11-25",
      verdict: "violated",
      level: "MUST",
      clauses: ["2025-11-25/basic#requests.id-never-reused"],
      evidence: [proof],
      says: "violated was told",
    },
  ]);
  expect(JSON.parse(JSON.stringify(findings))).toEqual(findings);
});

describe("several sightings", () => {
  test.each([
    [["obeyed", "inconclusive", "violated"], "violated"],
    [["inconclusive", "obeyed"], "obeyed"],
    [["inconclusive"], "inconclusive"],
    [[], "not-exercised"],
  ] as const)("%j make %s", (sightings, verdict) => {
    const talk = startTalk(stdio);
    talk.shakesHands();
    for (const [index, sighting] of sightings.entries()) talk.client.asks(index + 1, sighting);
    expect(judge(talk)).toMatchObject([{ verdict }]);
  });

  test("are joined over connections, with the frames of the verdict alone", () => {
    const talk = startTalk(stdio);
    const proofs: number[] = [];
    for (const method of ["obeyed", "violated", "violated", "violated"]) {
      const proof = talk.client.asks(1, method);
      if (method === "violated") proofs.push(proof);
      talk.moves();
    }
    expect(judge(talk)).toMatchObject([{ evidence: proofs, says: "violated was told (2 more such cases)" }]);
  });

  test("prove no more with more than twenty frames", () => {
    const talk = startTalk(stdio);
    for (let id = 0; id < 30; id++) talk.client.asks(id, "violated");
    const [finding] = judge(talk);
    expect(finding?.evidence).toHaveLength(20);
    expect(finding?.says).toContain("(29 more such cases)");
  });
});

test("each side is judged for itself", () => {
  const talk = startTalk(stdio);
  talk.client.asks(1, "obeyed");
  expect(judge(talk, { subject: "both" }).map(({ subject }) => subject)).toEqual(["client", "server"]);
  expect(judge(talk, { subject: "server" }).map(({ subject }) => subject)).toEqual(["server"]);
  const ofClients = { ...told, subjects: ["client"] as const };
  expect(judge(talk, { subject: "server", checks: [ofClients] })).toEqual([]);
});

test("each revision has its own finding, level and clauses", () => {
  const talk = startTalk(stdio);
  talk.shakesHands();
  talk.client.asks(1, "obeyed");
  talk.moves();
  talk.speaks("2025-06-18");
  talk.shakesHands();
  talk.client.asks(1, "violated");
  talk.moves();
  talk.speaks("2026-07-28");
  talk.client.asks(1, "violated");
  expect(judge(talk)).toMatchObject([
    { revision: "2025-11-25", verdict: "obeyed", level: "MUST" },
    { revision: "2025-06-18", verdict: "violated", level: "note" },
    { revision: "2026-07-28", verdict: "violated", level: "robustness", clauses: [] },
  ]);
});

test("a check is asked only about its eras and transports", () => {
  const talk = startTalk(stdio);
  talk.client.asks(1, "violated");
  expect(judge(talk, { checks: [{ ...told, eras: ["modern"] }] })).toEqual([]);
  expect(judge(talk, { checks: [{ ...told, transports: ["http"] }] })).toEqual([]);
});

test("the catalogue is judged unless said otherwise", () => {
  const talk = startTalk(stdio);
  talk.shakesHands();
  const codes = judgeHistory(talk.history(), { subject: "server" }).map(({ check }) => check);
  expect(codes).toEqual(expect.arrayContaining(["STD-02", "RPC-05", "CAN-12"]));
  expect(codes).not.toContain("CAN-10");
});

test("nothing is found in an empty recording", () => {
  expect(judge(startTalk(stdio))).toEqual([]);
});
