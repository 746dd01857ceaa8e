import { describe, expect, test } from "vitest";
import { safeParse } from "valibot";
import { FAULTS, faultNamed } from "./index.ts";

const SENTENCE = /^[A-Z].*\.$/;

/** The faults whose tools SPEC 3.1 lists, in its order, with good and bad arguments. */
const ARGUMENTS: Readonly<Record<string, { good: readonly object[]; bad: readonly object[] }>> = {
  delay: {
    good: [{ delayMs: 0 }, { delayMs: 30_000 }],
    bad: [{}, { delayMs: -1 }, { delayMs: 30_001 }, { delayMs: 1.5 }, { delayMs: "1" }, { delayMs: 1, other: 1 }],
  },
  hang: { good: [{}], bad: [{ delayMs: 1 }] },
  disconnect: { good: [{}], bad: [{ code: 1 }] },
  malformed_message: {
    good: [{ variant: "missing-jsonrpc" }, { variant: "invalid-jsonrpc-version" }, { variant: "result-with-error" }],
    bad: [{}, { variant: "other" }, { variant: 1 }, { variant: "missing-jsonrpc", id: 1 }],
  },
  duplicate_response: { good: [{}], bad: [{ times: 2 }] },
  response_after_cancellation: { good: [{}], bad: [{ waitMs: 1 }] },
  session_loss: {
    good: [{ activation: "during_request" }, { activation: "after_response" }],
    bad: [{}, { activation: "before" }],
  },
  protocol_ping_liveness: {
    good: [
      { pingAfterMs: 0, livenessTimeoutMs: 1 },
      { pingAfterMs: 30_000, livenessTimeoutMs: 30_000, completionDelayMs: 30_000, closeOnFailure: true },
    ],
    bad: [
      { pingAfterMs: 0 },
      { livenessTimeoutMs: 1 },
      { pingAfterMs: 0, livenessTimeoutMs: 0 },
      { pingAfterMs: 30_001, livenessTimeoutMs: 1 },
      { pingAfterMs: 0, livenessTimeoutMs: 30_001 },
      { pingAfterMs: 0, livenessTimeoutMs: 1, completionDelayMs: 30_001 },
      { pingAfterMs: 0, livenessTimeoutMs: 1, completionDelayMs: -1 },
      { pingAfterMs: 0, livenessTimeoutMs: 1, closeOnFailure: "yes" },
    ],
  },
  oversized_response: {
    good: [{ sizeBytes: 0 }, { sizeBytes: 262_144 }],
    bad: [{}, { sizeBytes: -1 }, { sizeBytes: 262_145 }, { sizeBytes: 0.5 }],
  },
  invalid_progress: {
    good: [{ variant: "unknown-token" }, { variant: "regressing-progress" }, { variant: "after-completion" }],
    bad: [{}, { variant: "missing-jsonrpc" }],
  },
};

test("the catalogue begins with the tools of the specification, in its order, and no name stands twice", () => {
  const names = FAULTS.map(({ name }) => name);
  const listed = Object.keys(ARGUMENTS);
  expect(names.slice(0, listed.length)).toEqual(listed);
  expect(new Set(names).size).toBe(names.length);
});

test("faults are found by name", () => {
  expect(faultNamed("hang")?.title).toBe("No answer");
  expect(faultNamed("ping")).toBeUndefined();
});

describe.each(Object.entries(ARGUMENTS))("%s", (name, { good, bad }) => {
  test("has a tool that takes the arguments of its table and no others", () => {
    const fault = faultNamed(name);
    if (fault === undefined) throw new Error(`there is no ${name}`);
    expect(fault.tool?.description).toMatch(SENTENCE);
    expect(good.filter((args) => !safeParse(fault.params, args).success)).toEqual([]);
    expect(bad.filter((args) => safeParse(fault.params, args).success)).toEqual([]);
  });
});

test.each(FAULTS.map((fault) => [fault.name, fault] as const))(
  "%s has good examples, and a sentence for everything that is shown",
  (_, fault) => {
    for (const example of fault.examples) expect(safeParse(fault.params, example)).toMatchObject({ output: example });
    expect(fault.summary).toMatch(SENTENCE);
    expect(fault.robust).toMatch(SENTENCE);
  },
);

test("what may be left out gets its default", () => {
  const fault = faultNamed("protocol_ping_liveness");
  expect(fault && safeParse(fault.params, { pingAfterMs: 0, livenessTimeoutMs: 1 }).output).toEqual({
    pingAfterMs: 0,
    livenessTimeoutMs: 1,
    completionDelayMs: 0,
    closeOnFailure: false,
  });
});
