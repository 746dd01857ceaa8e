import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startTalk } from "../../checks/testing/build-history.ts";
import { historyCommand, type HistoryOptions } from "./history.ts";

const header = {
  kind: "header",
  schemaVersion: 1,
  tool: { name: "mcp-failure-lab", version: "1.0.0" },
  seed: 1,
  era: "legacy",
  transport: "stdio",
  startedAt: "2026-01-01T00:00:00.000Z",
};
const exit = { kind: "process-exit", sequence: 1, atMs: 2, time: "t", role: "server", code: 0 };
const footer = { kind: "footer", entries: 1, leftOut: { entries: 0, contents: 0 } };

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "history-"));
  file = join(folder, "a.jsonl");
  writeFileSync(file, [header, exit, footer].map((line) => `${JSON.stringify(line)}\n`).join(""));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function run(options: HistoryOptions, columns?: number) {
  let out = "";
  const code = await historyCommand(options, { out: (text) => void (out += text), columns });
  return { code, out };
}

test("prints a recording", async () => {
  expect(await run({ file })).toEqual({
    code: 0,
    out: [
      "Recording of MCP Failure Lab 1.0.0: stdio, legacy era, seed 1, 2026-01-01T00:00:00.000Z",
      "",
      "1  2.0    server exited: code 0",
      "",
      "0 frames of 0 exchanges, 1 other entry",
      "Written by faults: none",
      "",
    ].join("\n"),
  });
});

test("keeps within the terminal", async () => {
  const { out } = await run({ file }, 50);
  expect(out.split("\n")[0]).toBe("Recording of MCP Failure Lab 1.0.0: stdio, legacy…");
});

test("prints it as one JSON object", async () => {
  const { code, out } = await run({ file, json: true });
  expect(code).toBe(0);
  expect(out.endsWith("}\n")).toBe(true);
  expect(JSON.parse(out)).toEqual({ header, entries: [exit], footer, notes: [] });
});

test("prints one that was not closed, and says so", async () => {
  writeFileSync(file, `${JSON.stringify(header)}\n{"kin`);
  expect((await run({ file })).out).toContain("Note: Line 2 is cut off");
  expect(JSON.parse((await run({ file, json: true })).out)).toMatchObject({ footer: null, entries: [] });
});

test("refuses to hear of one client where nothing is judged", async () => {
  await expect(run({ file, isOneClient: true })).rejects.toMatchObject({ code: "invalid_arguments" });
});

test.each([true, false])("refuses a broken one and prints nothing (json: %s)", async (json) => {
  writeFileSync(file, `${JSON.stringify(header)}\noops\n`);
  let out = "";
  const printed = historyCommand({ file, json }, { out: (text) => void (out += text) });
  await expect(printed).rejects.toMatchObject({
    code: "history_load_failed",
    message: `${file}:2: not one JSON value`,
  });
  expect(out).toBe("");
});

test("judges it: the client, the server, or both", async () => {
  const talk = startTalk({ transport: "http", revision: "2026-07-28" });
  for (const method of ["tools/list", "tools/list"]) talk.client.asks(1, method);
  talk.server.answers(1);
  const { header: own, entries, footer: end } = talk.history();
  writeFileSync(file, [own, ...entries, end].map((line) => `${JSON.stringify(line)}\n`).join(""));

  const { code, out } = await run({ file, judge: "client" });
  expect(code).toBe(0);
  expect(out).toContain("inconclusive  RPC-04  MUST, client, 2026-07-28\n");
  expect(out).toMatch(/^\d+ findings: 0 violated, 1 inconclusive, /m);
  expect((await run({ file, judge: "client", isOneClient: true })).out).toContain("violated  RPC-04");
  expect((await run({ file, judge: "server" })).out).not.toContain("RPC-04");
  const both: unknown = JSON.parse((await run({ file, judge: "both", json: true })).out);
  expect(both).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ check: "RPC-04", subject: "client", verdict: "inconclusive" }),
      expect.objectContaining({ check: "RPC-05", subject: "server", verdict: "obeyed" }),
    ]),
  );
});
