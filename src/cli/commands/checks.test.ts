import { describe, expect, test } from "vitest";
import { LabError } from "../../base/errors.ts";
import { CHECKS } from "../../checks/index.ts";
import { clauseOf } from "../../protocol/clause-of.ts";
import { checksCommand, type ChecksOptions } from "./checks.ts";

function run(options: ChecksOptions, columns?: number): string {
  let out = "";
  expect(checksCommand(options, { out: (text) => void (out += text), columns })).toBe(0);
  return out;
}

function refusal(name: string): LabError | undefined {
  try {
    run({ name, json: false });
    return undefined;
  } catch (error) {
    return error instanceof LabError ? error : undefined;
  }
}

describe("without a name", () => {
  test("lists every check: code, level, who, where, and what it says", () => {
    const out = run({ json: false });
    for (const { id } of CHECKS) expect(out.replace(/\s+/g, " ")).toContain(clauseOf(id).says);
    expect(out).toContain("  CAN-10  MUST  server; stdio; modern era\n");
    expect(out).toContain("  CAN-15  SHOULD  client and server; stdio, http; legacy and modern era\n");
    expect(out).toContain("  STD-07  robustness/SHOULD  server; stdio; legacy and modern era\n");
    expect(out).toMatch(/"mcp-failure-lab checks CODE"\n$/);
  });

  test("keeps to the width of the terminal", () => {
    const out = run({ json: false }, 80);
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test("as JSON is an array of all", () => {
    expect(JSON.parse(run({ json: true }))).toMatchObject(CHECKS.map(({ id }) => ({ check: id })));
  });
});

describe("with a name", () => {
  test("explains the clause, how binding it is, where it stands, and what proves each verdict", () => {
    const out = run({ name: "CAN-10", json: false });
    expect(out).toContain(
      "CAN-10: server; stdio; modern era\n\n  On stdio nothing more is written for a cancelled request.\n",
    );
    expect(out).toContain(
      "  2026-07-28: MUST\n    MUST NOT  https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio#cancellation\n",
    );
    expect(out).toContain("Obeyed:\n  A request was cancelled, a later one was answered");
    expect(out).toContain("Violated:\n  After that answer");
    expect(out).toContain("Inconclusive:\n");
    expect(out).toContain("Note:\n  The page on cancellation says only SHOULD NOT (CAN-12)");
    expect(out.replace(/\s+/g, " ")).toContain("never held against its sender");
  });

  test("says where the specification is silent, and leaves out what there is not", () => {
    const out = run({ name: "std-07", json: false });
    expect(out).toContain("  2025-11-25: robustness (the specification is silent)\n  2026-07-28: SHOULD\n");
    expect(out).not.toContain("Note:");
  });

  test("as JSON is an array of one", () => {
    expect(JSON.parse(run({ name: "LIF-07", json: true }))).toEqual([
      {
        check: "LIF-07",
        says: clauseOf("LIF-07").says,
        subjects: ["client"],
        transports: ["stdio", "http"],
        revisions: [
          {
            revision: "2025-11-25",
            era: "legacy",
            level: "SHOULD",
            sources: [
              {
                keyword: "SHOULD",
                address: "https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#version-negotiation",
              },
              {
                keyword: "MUST",
                address: "https://modelcontextprotocol.io/specification/2025-11-25/schema#initializeresult",
              },
            ],
          },
        ],
        // oxlint-disable-next-line typescript/no-unsafe-assignment -- a matcher of the test runner
        obeyed: expect.any(String),
        // oxlint-disable-next-line typescript/no-unsafe-assignment -- a matcher of the test runner
        violated: expect.any(String),
        // oxlint-disable-next-line typescript/no-unsafe-assignment -- a matcher of the test runner
        inconclusive: expect.any(String),
        // oxlint-disable-next-line typescript/no-unsafe-assignment -- a matcher of the test runner
        note: expect.stringContaining("schema.ts says MUST"),
      },
    ]);
  });

  test("that no check has is refused, with the nearest", () => {
    expect(refusal("CAN-99")).toMatchObject({
      code: "invalid_arguments",
      message: 'there is no check named "CAN-99"',
      // oxlint-disable-next-line typescript/no-unsafe-assignment -- a matcher of the test runner
      hint: expect.stringMatching(/^Did you mean CAN-0\d/),
    });
    expect(refusal("something else")?.hint).toContain("The checks are CAN-02, ");
  });
});
