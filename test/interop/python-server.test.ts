import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { createSequentialIds } from "../../src/base/ids.ts";
import type { Revision } from "../../src/protocol/revision.ts";
import type { Operation, TargetSession } from "../../src/targets/adapter.ts";
import { parseTarget } from "../../src/targets/target.ts";
import { root } from "../gates/source-files.ts";
import { installPublishedServers } from "./published-servers.ts";

// The lab's client against a server of another language: on the official Python SDK, in the revisions that it speaks.

const INSTALL_MS = 300_000;
const SERVER = join(root, "test/fixtures/python-server.py");

let python: string;

beforeAll(() => {
  python = installPublishedServers().commandOf("uvx", ["python"]).command;
}, INSTALL_MS);

const operation = (name: Operation["name"], signal = new AbortController().signal): Operation => ({
  name,
  correlationId: name,
  budgetMs: 30_000,
  signal,
});

function open(config: object, protocolVersion: Revision | "auto"): TargetSession {
  const session = parseTarget({ adapter: "mcp", config }, "t").open({
    clock: systemClock,
    ids: createSequentialIds("id"),
    env: process.env,
    cwd: process.cwd(),
    protocolVersion,
  });
  onTestFinished(async () => void (await session.cleanUp(operation("clean-up"))));
  return session;
}

/** Starts the server on a free port and waits until it answers there. */
async function startHttp(): Promise<string> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo; // it listens on a port
  await new Promise((resolve) => probe.close(resolve));
  const child = spawn(python, [SERVER, "http", String(port)], { stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await once(child, "close");
  });
  child.stderr.resume();
  const url = `http://127.0.0.1:${port}/mcp`;
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer !== undefined) return url;
    if (child.exitCode !== null) throw new Error("the server has ended");
  }
}

describe.each(["stdio", "http"] as const)("over %s", (transport) => {
  const configOf = async () =>
    transport === "stdio"
      ? { transport, command: python, args: [SERVER, "stdio"] }
      : { transport, url: await startHttp() };

  test.each([
    ["auto", "2026-07-28"],
    ["2026-07-28", "2026-07-28"],
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-03-26"],
    ["2024-11-05", "2024-11-05"],
  ] as const)("at %s", async (asked, agreed) => {
    const session = open(await configOf(), asked);
    const call = (name: string, args: Record<string, number>, more: object = {}) =>
      session.call({ method: "tools/call", params: { name, arguments: args }, ...more }, operation("execute"));
    expect(await session.setUp(operation("set-up"))).toMatchObject({
      outcome: "success",
      value: { name: "python-server", protocolVersion: agreed },
    });
    expect(await call("add", { a: 2, b: 40 })).toMatchObject({
      outcome: "success",
      value: { content: [{ type: "text", text: "42" }] },
    });
    expect(await call("fail", {})).toMatchObject({ value: { isError: true } });
    const values: number[] = [];
    const onProgress = (value: number) => values.push(value);
    expect(await call("count", {}, { onProgress })).toMatchObject({ outcome: "success" });
    expect(values).toEqual([1, 2]);
    expect(await session.cleanUp(operation("clean-up"))).toMatchObject({ outcome: "success" });
  });
});
