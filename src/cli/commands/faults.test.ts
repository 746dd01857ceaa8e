import { describe, expect, test } from "vitest";
import { LabError } from "../../base/errors.ts";
import { FAULTS } from "../../faults/index.ts";
import { CHANGES } from "../../healthy/changes/catalogue.ts";
import { parseRuleText } from "../../plan/rule-text.ts";
import { faultsCommand, type FaultsOptions } from "./faults.ts";

function run(options: FaultsOptions, columns?: number): string {
  let out = "";
  expect(faultsCommand(options, { out: (text) => void (out += text), columns })).toBe(0);
  return out;
}

function parsed(text: string): unknown {
  return JSON.parse(text);
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
  test("lists every fault with where it works and what it does", () => {
    const out = run({ json: false });
    for (const { name, summary } of FAULTS) expect(out.replace(/\s+/g, " ")).toContain(` ${name} ${summary}`);
    expect(out).toContain("  session_loss\n");
    expect(out).toContain("      http-json, http-sse; legacy era\n");
    expect(out).toMatch(/"mcp-failure-lab faults NAME"\n$/);
  });

  test("keeps to the width of the terminal", () => {
    const out = run({ json: false }, 50);
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(50);
  });

  test("as JSON is an array of all", () => {
    expect(parsed(run({ json: true }))).toMatchObject(
      [...FAULTS, ...CHANGES].map(({ name, summary }) => ({ name, summary })),
    );
  });
});

describe("a change, which rules arm like a fault", () => {
  test("is listed, in a group of its own", () => {
    const out = run({ json: false });
    for (const { name, summary } of CHANGES) expect(out.replace(/\s+/g, " ")).toContain(` ${name} ${summary}`);
    expect(out).toContain("\nchanges\n  tool_added\n");
  });

  test("is explained", () => {
    const out = run({ name: "tool_redescribed", json: false });
    expect(out).toContain("description (a text of 0 to 65536 characters; required)\n    What the description says");
    expect(out).toContain("announce (true or false; default true)\n");
    expect(out).toContain("era; alters what the server offers.");
    expect(out).toContain("Armed by a rule.");
  });

  test.each(CHANGES)("$name has a rule to paste", ({ name, examples: [example] }) => {
    const [facts] = parsed(run({ name, json: true })) as { rule: string }[];
    expect(parseRuleText(facts?.rule ?? "")).toMatchObject({ inject: [{ fault: name, with: example }] });
  });
});

describe("with a name", () => {
  test("explains parameters, places, clauses, the robust peer, and gives examples to paste", () => {
    const out = run({ name: "delay", json: false });
    expect(out).toContain("delay: Delayed answer\n");
    expect(out).toContain("delayMs (a whole number from 0 to 30000; required)");
    expect(out).toContain(
      "On stdio, http-json, http-sse; in the legacy and the modern era; acts on what the server sends.",
    );
    expect(out).toContain("none: a correct peer may do this");
    expect(out).toContain("TMO-04: Timeouts are configurable per request.");
    expect(out).toContain("SHOULD  https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#timeouts");
    expect(out).toContain("It may report: success, timeout.");
    expect(out).toContain('{"name":"delay","arguments":{"delayMs":500}}');
    expect(out).toContain("--rule 'tools/call delay delayMs=500'");
  });

  test("says what is broken, needed and optional", () => {
    expect(run({ name: "session_loss", json: false })).toContain("Needs an initialized HTTP session.");
    expect(run({ name: "invalid_progress", json: false })).toContain("MUST  https://");
    expect(run({ name: "response_after_cancellation", json: false })).toContain("its tool (under serve) or a rule.");
    for (const fault of FAULTS) expect(run({ name: fault.name, json: false })).not.toContain("(a number;");
    const ping = run({ name: "protocol_ping_liveness", json: false });
    expect(ping).toContain("completionDelayMs (a whole number from 0 to 30000; default 0)");
    expect(ping).toContain("closeOnFailure (true or false; default false)");
    expect(ping).toContain("Armed by its tool.");
    expect(ping).not.toContain("--rule");
  });

  test("the rule to paste names the transport where it works on one only, and no option where serve cannot arm it", () => {
    expect(run({ name: "http_status", json: false })).toContain("  --transport http --rule 'tools/call http_status ");
    expect(run({ name: "request_id", json: false })).toMatch(/^ {2}tools\/call request_id /m);
  });

  test("as JSON is an array of one, which holds the same", () => {
    expect(parsed(run({ name: "malformed_message", json: true }))).toMatchObject([
      {
        name: "malformed_message",
        parameters: [{ name: "variant", required: true }],
        breaks: [{ code: "RPC-01", sources: [{ revision: "2025-11-25", level: "MUST" }, { revision: "2026-07-28" }] }],
        examples: [
          { variant: "missing-jsonrpc" },
          { variant: "invalid-jsonrpc-version" },
          { variant: "result-with-error" },
        ],
        scenario: { expect: { outcome: "error", error: { kind: "invalid_message" } } },
        rule: "tools/call malformed_message variant=missing-jsonrpc",
      },
    ]);
  });
});

describe("a name that no fault bears", () => {
  test("is refused with the nearest one", () => {
    const error = refusal("duplicate_responce");
    expect(error).toMatchObject({ code: "invalid_arguments" });
    expect(error?.message).toBe('there is no fault named "duplicate_responce"');
    expect(error?.hint).toContain("Did you mean duplicate_response?");
  });

  test("is refused with the nearest few", () => {
    expect(refusal("duplicate")?.hint).toBe(
      'Did you mean duplicate_response or duplicate_names? "mcp-failure-lab faults" lists all',
    );
  });

  test("is refused with the way to list all where none is near", () => {
    expect(refusal("x")?.hint).toBe('"mcp-failure-lab faults" lists all');
  });
});
