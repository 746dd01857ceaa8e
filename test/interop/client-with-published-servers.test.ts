import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createServer, type AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { createSequentialIds } from "../../src/base/ids.ts";
import type { Revision } from "../../src/protocol/revision.ts";
import type { Operation, TargetSession } from "../../src/targets/adapter.ts";
import { parseTarget } from "../../src/targets/target.ts";

// The lab's client is an instrument of its own: that it speaks the same protocol as others is shown here.

const SDK_V2 = fileURLToPath(new URL("../fixtures/sdk-v2-server.mjs", import.meta.url));
const EVERYTHING = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/dist/index.js");

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const operation = (name: Operation["name"], controller = new AbortController()): Operation => ({
  name,
  correlationId: name,
  budgetMs: 10_000,
  signal: controller.signal,
});

function open(config: object, protocolVersion: Revision | "auto"): TargetSession {
  const session = parseTarget({ adapter: "mcp", config }, "t").open({
    clock: systemClock,
    ids: createSequentialIds("id"),
    env: process.env,
    cwd: process.cwd(),
    protocolVersion,
  });
  closers.unshift(() => session.cleanUp(operation("clean-up")));
  return session;
}

const call = (session: TargetSession, name: string, args: object, extras: object = {}, controller?: AbortController) =>
  session.call(
    { method: "tools/call", params: { name, arguments: { ...args } }, ...extras },
    operation("execute", controller),
  );

/** Starts a server and settles with the first line of its stderr that `match` accepts. */
async function startServer(args: readonly string[], match: RegExp, env: object = {}): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, ...env } });
  closers.push(() => {
    child.kill("SIGKILL");
    return new Promise((resolve) => child.once("close", resolve));
  });
  let text = "";
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error(text)));
    child.stderr.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = text.split("\n").find((line) => match.test(line));
      if (found !== undefined) resolve(found);
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const WAYS = ["stdio", "http"] as const;

describe.each(WAYS)("a server of the official SDK v2 over %s", (way) => {
  const configOf = async () =>
    way === "stdio"
      ? { transport: "stdio", command: process.execPath, args: [SDK_V2, "stdio"] }
      : { transport: "http", url: await startServer([SDK_V2, "http"], /^http:/) };

  test.each([
    ["auto", "2026-07-28"],
    ["2026-07-28", "2026-07-28"],
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-03-26"],
    ["2024-11-05", "2024-11-05"],
  ] as const)("at %s", async (asked, agreed) => {
    const session = open(await configOf(), asked);
    expect(await session.setUp(operation("set-up"))).toMatchObject({
      outcome: "success",
      value: { name: "sdk-v2", protocolVersion: agreed },
    });
    const echoed = await call(session, "echo", { text: "é 😀" });
    expect(echoed).toMatchObject({ outcome: "success", value: { content: [{ type: "text", text: "é 😀" }] } });
    const values: number[] = [];
    const counted = await call(session, "count", {}, { onProgress: (value: number) => values.push(value) });
    expect(counted).toMatchObject({ outcome: "success" });
    expect(values).toEqual([1, 2]);
    expect(await call(session, "nothing", {})).toMatchObject({ outcome: "error", failure: { code: -32602 } });
    const many = await Promise.all(Array.from({ length: 20 }, (_, n) => call(session, "echo", { text: `${n}` })));
    expect(many).toMatchObject(many.map((_, n) => ({ value: { content: [{ text: `${n}` }] } })));
    expect(await session.cleanUp(operation("clean-up"))).toMatchObject({ outcome: "success" });
  });

  test.each(["2026-07-28", "2025-11-25"] as const)("hears a cancel, and goes on, at %s", async (revision) => {
    const session = open(await configOf(), revision);
    await session.setUp(operation("set-up"));
    const controller = new AbortController();
    const hung = call(session, "hang", {}, {}, controller);
    expect(await call(session, "echo", { text: "a" })).toMatchObject({ outcome: "success" });
    controller.abort();
    expect(await hung).toMatchObject({ outcome: "cancelled" });
    expect(await call(session, "echo", { text: "b" })).toMatchObject({ outcome: "success" });
    expect(await session.cleanUp(operation("clean-up"))).toMatchObject({ outcome: "success" });
  });
});

describe.each(WAYS)("the published everything-server over %s", (way) => {
  const configOf = async () => {
    if (way === "stdio") return { transport: "stdio", command: process.execPath, args: [EVERYTHING, "stdio"] };
    const port = await freePort();
    await startServer([EVERYTHING, "streamableHttp"], /listening/, { PORT: String(port) });
    return { transport: "http", url: `http://127.0.0.1:${port}/mcp` };
  };

  test.each(["auto", "2025-11-25", "2025-06-18"] as const)("at %s", async (asked) => {
    const session = open(await configOf(), asked);
    expect(await session.setUp(operation("set-up"))).toMatchObject({
      outcome: "success",
      value: { protocolVersion: asked === "auto" ? "2025-11-25" : asked },
    });
    expect(await call(session, "echo", { message: "hi" })).toMatchObject({
      outcome: "success",
      value: { content: [{ type: "text", text: "Echo: hi" }] },
    });
    const values: number[] = [];
    const onProgress = (value: number) => values.push(value);
    const ran = await call(session, "trigger-long-running-operation", { duration: 0.2, steps: 2 }, { onProgress });
    expect(ran).toMatchObject({ outcome: "success" });
    expect(values).toEqual([1, 2]);
    expect(await session.cleanUp(operation("clean-up"))).toMatchObject({ outcome: "success" });
  });

  test("does not speak the modern era, and that is a failed set-up", async () => {
    const session = open(await configOf(), "2026-07-28");
    expect((await session.setUp(operation("set-up"))).outcome).not.toBe("success");
    expect(await session.cleanUp(operation("clean-up"))).toMatchObject({ outcome: "success" });
  });
});
