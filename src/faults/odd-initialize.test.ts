import { expect, test } from "vitest";
import { oddInitialize } from "./odd-initialize.ts";
import { runFault } from "./testing/run-fault.ts";
import { sentResult } from "./testing/sent.ts";

type Form = Parameters<typeof oddInitialize.apply>[0]["form"];

const serverInfo = { name: "server", version: "1" };
const capabilities = { tools: {}, prompts: {} };
const result = { protocolVersion: "2025-11-25", capabilities, serverInfo };

test.each<[Form, object]>([
  ["no-server-info", { protocolVersion: "2025-11-25", capabilities }],
  ["no-server-version", { ...result, serverInfo: { name: "server" } }],
  ["long-server-name", { ...result, serverInfo: { name: "lab-".repeat(64), version: "1" } }],
  ["no-capabilities", { protocolVersion: "2025-11-25", serverInfo }],
  ["null-capabilities", { ...result, capabilities: null }],
  ["tools-only", { ...result, capabilities: { tools: {} } }],
  ["prompts-only", { ...result, capabilities: { prompts: {} } }],
  ["resources-only", { ...result, capabilities: { resources: {} } }],
  ["list-for-an-object", { ...result, capabilities: { tools: [], prompts: {} } }],
  ["capabilities-list", { ...result, capabilities: [] }],
  ["true-for-an-object", { ...result, capabilities: { tools: true, prompts: {} } }],
  [
    "unknown-capability",
    { ...result, capabilities: { prompts: {}, tools: { listChanged: true, lab: true }, lab: {} } },
  ],
  ["no-instructions", result],
  ["null-instructions", { ...result, instructions: null }],
])("%s", async (form, expected) => {
  expect(sentResult(await runFault(oddInitialize, { form }, { method: "initialize", result }))).toEqual(expected);
});
