import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { exchangeOf, record } from "./recording-fixture.ts";

const schema = JSON.parse(readFileSync(new URL("../../schema/history.schema.json", import.meta.url), "utf8")) as object;
const validate = new Ajv2020({ allErrors: true }).compile(schema);

test("every line of a recording is valid against the published schema", () => {
  const { recorder, tap, lines } = record({ limits: { frameBytes: 16 } });
  const exchange = exchangeOf({ transport: "http", session: 1 });
  exchange.shape = "http-sse";
  const of = { jsonrpc: "2.0", id: 1, result: {} } as const;
  tap(
    { kind: "request", method: "POST", target: "/mcp", headers: [["Host", "a"]] },
    { exchange, direction: "to-server" },
  );
  tap({ kind: "head", shape: "http-sse", status: 200, headers: [] }, { exchange, fault: "a", armed: ["a", "b"] });
  tap({ kind: "bytes", bytes: "id: 1\ndata: {}\n\n", of, more: true }, { exchange });
  tap({ kind: "bytes", bytes: "x".repeat(17), of }, { exchange });
  tap({ kind: "raw", bytes: Buffer.from([255]) }, { exchange });
  tap({ kind: "stderr", bytes: "x" });
  tap({ kind: "session", act: "become", revision: "2025-06-18" });
  tap({ kind: "close", how: "exit", code: 1, signal: "SIGKILL" });
  recorder.started("server", ["node"]);
  recorder.stderr("client", Buffer.from("x\n"));
  recorder.stdinEnded("client");
  recorder.signalled("client", "SIGTERM", 2500.5, 1);
  recorder.exited("client", { code: 1 });
  recorder.caller({ method: "tools/call", name: "book" }, "timeout", 1);
  recorder.fired(1, "rule-1", ["hang"]);
  recorder.effect(1, "book", {}, 1);
  recorder.close();
  expect(lines).toHaveLength(18);
  for (const line of lines) expect([validate(JSON.parse(line)), validate.errors]).toEqual([true, null]);
});

test("the published schema refuses what is no line of a recording", () => {
  expect(validate({ kind: "close", how: "end" })).toBe(false);
  expect(validate({ kind: "footer", entries: 0, leftOut: { entries: 0, contents: 0 }, more: 1 })).toBe(false);
});
