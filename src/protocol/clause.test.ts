import { expect, test } from "vitest";
import { clauseOf } from "./clause-of.ts";
import { clauseAddress } from "./clause.ts";

test("a clause is found by its code, with all revisions that have it", () => {
  expect(clauseOf("RPC-01")).toEqual({
    subject: "both",
    says: "All traffic is JSON-RPC 2.0.",
    clauses: [
      { id: "2025-11-25/basic#messages.jsonrpc2", level: "MUST" },
      { id: "2026-07-28/basic#messages.jsonrpc2", level: "MUST" },
    ],
  });
});

test("a code that is not known says what to do", () => {
  expect(() => clauseOf("XXX-99")).toThrow("the clause XXX-99 is not known; run npm run generate");
});

test("a clause is read on its page, at its section", () => {
  expect(clauseAddress("2025-11-25/basic/transports#stdio.stdout-pure")).toBe(
    "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio",
  );
});
