import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { readDocument } from "../../../src/base/document.ts";
import { createSequentialIds } from "../../../src/base/ids.ts";
import type { Operation } from "../../../src/targets/adapter.ts";
import { parseTarget } from "../../../src/targets/target.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const EXAMPLES = readdirSync(`${ROOT}/examples/targets`).filter((file) => file.endsWith(".json"));
const load = async (file: string) => {
  const { value } = await readDocument(`${ROOT}/examples/targets/${file}`);
  return parseTarget(value, file);
};

test("the examples are those that are promised", () => {
  expect(EXAMPLES).toEqual([
    "everything-http.json",
    "everything-stdio.json",
    "filesystem-stdio.json",
    "github-http.json",
    "github-stdio.json",
    "gitlab-stdio.json",
    "http.json",
    "memory-stdio.json",
    "stdio.json",
    "time-stdio.json",
  ]);
});

test.each(EXAMPLES)("%s is a target, and its secrets come from the environment", async (file) => {
  const target = await load(file);
  const { secrets, warnings } = target.prepare({
    GITHUB_PERSONAL_ACCESS_TOKEN: "the-token",
    GITHUB_MCP_AUTHORIZATION: "Bearer the-token",
    GITLAB_TOKEN: "the-token",
  });
  expect(warnings).toEqual([]);
  expect(secrets.includes("the-token")).toBe(file.startsWith("git"));
});

test("stdio.json reaches the lab's own server", async () => {
  const lab = {
    clock: systemClock,
    ids: createSequentialIds("id"),
    env: process.env,
    cwd: ROOT,
    protocolVersion: "auto",
  } as const;
  const session = (await load("stdio.json")).open(lab);
  const operation = (name: Operation["name"]): Operation => ({
    name,
    correlationId: name,
    budgetMs: 10_000,
    signal: new AbortController().signal,
  });
  expect(await session.setUp(operation("set-up"))).toMatchObject({
    outcome: "success",
    value: { name: "mcp-failure-lab", protocolVersion: "2026-07-28", transport: "stdio" },
  });
  const called = await session.call({ method: "tools/call", params: { name: "ping" } }, operation("execute"));
  expect(called).toMatchObject({ outcome: "success" });
  expect(await session.cleanUp(operation("clean-up"))).toMatchObject({ outcome: "success" });
});
