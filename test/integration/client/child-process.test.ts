import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { MAX_STDERR_TAIL_BYTES } from "../../../src/base/limits.ts";
import { childEnvironment } from "../../../src/client/child-environment.ts";
import {
  openChildProcess,
  type ChildProcessChannel,
  type ChildProcessOptions,
} from "../../../src/client/child-process.ts";
import { killAllChildren } from "../../../src/client/children.ts";
import { createClient } from "../../../src/client/client.ts";
import { createLineTransport } from "../../../src/client/line-transport.ts";
import { ERAS, LEGACY, signal } from "./harness.ts";

const SERVER = fileURLToPath(new URL("../../fixtures/raw-stdio-server.mjs", import.meta.url));

let folder = "";
let log = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "lab-child-")));
  log = join(folder, "log");
});
afterEach(() => {
  killAllChildren();
  rmSync(folder, { recursive: true, force: true });
});

const logged = () => readFileSync(log, "utf8").trim().split("\n");
const loggedOf = (kind: string) =>
  logged().flatMap((line) => (line.startsWith(`${kind} `) ? line.slice(kind.length + 1) : []));

/** An orphan that has ended may wait long to be taken note of by the first process of a container. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** Settles when a process that is nobody's child here has gone. */
async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await systemClock.sleep(5);
}

const options = (args: readonly string[], extras: Partial<ChildProcessOptions> = {}): ChildProcessOptions => ({
  command: process.execPath,
  args: [SERVER, `log=${log}`, ...args],
  cwd: folder,
  env: childEnvironment(process.env, {}),
  clock: systemClock,
  leaveMs: 10_000,
  terminateMs: 10_000,
  ...extras,
});

async function started(
  args: readonly string[],
  extras: Partial<ChildProcessOptions> = {},
): Promise<ChildProcessChannel> {
  const opened = await openChildProcess(options(args, extras));
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value;
}

/** A client with a server in a child process, after the opening. */
async function connected(args: readonly string[], revision: (typeof ERAS)[number] | "auto" = LEGACY) {
  const channels: ChildProcessChannel[] = [];
  const transport = createLineTransport({
    again: true,
    async open() {
      const opened = await openChildProcess(options(args));
      if (opened.ok) channels.push(opened.value);
      return opened;
    },
  });
  const client = createClient({ transport, clock: systemClock, clientInfo: { name: "lab", version: "0" }, revision });
  return { client, channels, outcome: await client.connect(signal) };
}

/** Reads until the child has written this to its log. */
async function untilLogged(line: string): Promise<void> {
  for (;;) {
    try {
      if (logged().some((each) => each.startsWith(line))) return;
    } catch {
      // The file is not there yet.
    }
    await systemClock.sleep(5);
  }
}

describe("a server in a child process", () => {
  test.each(ERAS)("is called at %s, and leaves at the end of its stdin", async (revision) => {
    const { client, channels, outcome } = await connected([], revision);
    expect(outcome).toMatchObject({ ok: true, value: { name: "raw" } });
    const call = await client.request("tools/call", { name: "echo", arguments: { text: "é😀" } }, { signal });
    expect(call).toMatchObject({ ok: true, value: { content: [{ text: "é😀" }] } });
    expect(await client.close({ signal })).toBeUndefined();
    expect(logged().at(-1)).toBe("end of stdin");
    expect(isAlive(channels[0]?.pid ?? 0)).toBe(false);
  });

  test("has the few variables that are safe, those that are named, and the folder it was given", async () => {
    const runner = { PATH: process.env["PATH"], HOME: "/home/me", SECRET: "s", LD_PRELOAD: "x", TERM: undefined };
    const channel = await started(["environment=1", "cwd=1"], {
      env: childEnvironment(runner, { OWN: "1", HOME: "/other" }),
    });
    channel.link.start({ data() {}, end() {} });
    await channel.close(signal);
    const { PATH, ...others } = JSON.parse(loggedOf("environment")[0] ?? "{}");
    expect(PATH).toBe(process.env["PATH"]);
    expect(others).toEqual({ HOME: "/other", OWN: "1" });
    expect(loggedOf("cwd")).toEqual([folder]);
  });

  test("leads a process group of its own, and knows no shell", async () => {
    const channel = await started(["x=$(touch pwned); `touch pwned`"]);
    expect(() => process.kill(-channel.pid, 0)).not.toThrow();
    await channel.close(signal);
    expect(spawnSync("ls", { cwd: folder }).stdout.toString()).toBe("log\n");
  });

  test.each([
    [
      "is not there",
      { command: "no-such-command-anywhere" },
      /could not be started in .*: the command "no-such-command-anywhere" was not found$/,
      "ENOENT",
    ],
    [
      "has no folder",
      { cwd: "/no/such/folder" },
      /could not be started in \/no\/such\/folder: there is no such folder$/,
      "ENOTDIR",
    ],
    ["has a NUL in an argument", { args: ["a\0b"] }, /could not be started: .*null bytes/, undefined],
  ])("that %s is a failure and no exception", async (_, extras, message, reason) => {
    const opened = await openChildProcess(options([], extras));
    expect(opened).toEqual({
      ok: false,
      failure: { kind: "transport_loss", message: expect.stringMatching(message), reason },
    });
  });
});

describe("a server that ends during a call", () => {
  test.each([
    ["exit=tools/list", "the server process exited with code 3"],
    ["kill=tools/list", "the server process was ended by SIGKILL"],
    ["closes=tools/list", "the server closed its stdout and runs on"],
  ])("by %s is a loss at once, for this call and all later ones", async (how, message) => {
    const { client } = await connected([how]);
    const call = await client.request("tools/list", {}, { signal });
    expect(call).toEqual({ ok: false, failure: { kind: "transport_loss", message } });
    const later = await client.request("tools/list", {}, { signal });
    expect(later).toEqual(call);
    const closing = new AbortController();
    closing.abort();
    await client.close({ signal: closing.signal });
  });

  test("during discover is started once more", async () => {
    const { client, channels, outcome } = await connected(["exit=server/discover"], "auto");
    expect(outcome).toMatchObject({ ok: true, value: { era: "legacy" } });
    await client.close({ signal });
    expect(loggedOf("start")).toEqual(channels.map(({ pid }) => String(pid)));
    expect(channels).toHaveLength(2);
    expect(channels.map(({ pid }) => isAlive(pid))).toEqual([false, false]);
  });
});

describe("closing", () => {
  test("asks a server that does not leave by SIGTERM", async () => {
    const channel = await started(["stay=1"], { leaveMs: 1 });
    await untilLogged("start");
    const problem = await channel.close(signal);
    expect(problem).toMatchObject({
      message: "the server did not leave at the end of its stdin, and was asked to by SIGTERM",
    });
    expect(isAlive(channel.pid)).toBe(false);
  });

  test("kills a server that ignores SIGTERM, after it has been told of both", async () => {
    const channel = await started(["stay=always"], { leaveMs: 400, terminateMs: 400 });
    await untilLogged("start");
    const problem = await channel.close(signal);
    const message = "the server did not leave at the end of its stdin nor at SIGTERM, and was killed";
    expect(problem).toMatchObject({ message });
    expect(logged().slice(1)).toEqual(["end of stdin", "SIGTERM"]);
    expect(isAlive(channel.pid)).toBe(false);
  });

  test("kills at once where the time is over", async () => {
    const channel = await started(["stay=always"]);
    await untilLogged("start");
    const controller = new AbortController();
    const closed = channel.close(controller.signal);
    await untilLogged("end of stdin");
    controller.abort();
    expect(await closed).toMatchObject({ message: expect.stringContaining("was killed") });
    expect(isAlive(channel.pid)).toBe(false);
  });

  test("ends what a launcher has left behind", async () => {
    const channel = await started(["grandchild=1"], { terminateMs: 50 });
    await untilLogged("grandchild");
    const grandchild = Number(loggedOf("grandchild")[0]);
    expect(await channel.close(signal)).toBeUndefined();
    await untilGone(grandchild);
    expect(isAlive(channel.pid)).toBe(false);
  });
});

describe("stderr", () => {
  test("is drained however much it is, and its end is kept", async () => {
    const { client, channels } = await connected([`flood=${1024 * 1024}`]);
    expect(await client.request("tools/list", {}, { signal })).toMatchObject({ ok: true });
    await client.close({ signal });
    const tail = channels[0]?.stderr;
    expect(tail?.cut).toBe(true);
    expect(tail?.text).toBe("e".repeat(MAX_STDERR_TAIL_BYTES - "\nthe end\n".length) + "\nthe end\n");
  });

  test("is no failure, and is kept whole where it is short", async () => {
    const { client, channels } = await connected(["stderr=ERROR: nothing is wrong"]);
    expect(await client.request("tools/list", {}, { signal })).toMatchObject({ ok: true });
    await client.close({ signal });
    expect(channels[0]?.stderr.text).toBe("ERROR: nothing is wrong");
    expect(channels[0]?.stderr.cut).toBe(false);
  });
});

describe("no server outlives this process", () => {
  test("when everything is killed at once", async () => {
    const channel = await started(["stay=always", "grandchild=1"]);
    await untilLogged("grandchild");
    const grandchild = Number(loggedOf("grandchild")[0]);
    killAllChildren();
    await untilGone(channel.pid);
    await untilGone(grandchild);
    expect(await channel.close(signal)).toBeUndefined();
  });

  test("when it exits without having closed anything", async () => {
    const build = await rolldown({ input: fileURLToPath(new URL("../../../src/client/children.ts", import.meta.url)) });
    await build.write({ file: join(folder, "children.mjs") });
    await build.close();
    const script = `
      import { spawn } from "node:child_process";
      import { registerChild } from "./children.mjs";
      const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000); console.log(1)"], { detached: true });
      registerChild(child.pid);
      child.stdout.once("data", () => { console.log(child.pid); process.exit(0); });`;
    writeFileSync(join(folder, "main.mjs"), script);
    const ran = spawnSync(process.execPath, [join(folder, "main.mjs")], { env: childEnvironment(process.env, {}) });
    expect(ran.stderr.toString()).toBe("");
    await untilGone(Number(ran.stdout.toString()));
  });

  test("and one that leaves by itself is forgotten at once: its number may be given to others", async () => {
    const before = process.listenerCount("exit");
    const channel = await started([]);
    expect(process.listenerCount("exit")).toBe(before + 1);
    const ended = new Promise<void>((resolve) => channel.link.start({ data() {}, end: resolve }));
    void channel.link.end();
    await ended;
    expect(await channel.ending()).toBe("the server process exited with code 0");
    expect(process.listenerCount("exit")).toBe(before);
    expect(await channel.close(signal)).toBeUndefined();
  });

  test("and writing to one that has gone is no exception", async () => {
    const channel = await started([]);
    const ended = new Promise<void>((resolve) => channel.link.start({ data() {}, end: resolve }));
    process.kill(channel.pid, "SIGKILL");
    for (let n = 0; n < 100; n++) channel.link.write("x".repeat(100_000));
    await ended;
    channel.link.write("more\n");
    await channel.link.drained();
    expect(await channel.ending()).toBe("the server process was ended by SIGKILL");
    expect(await channel.close(signal)).toBeUndefined();
  });

  test("and nothing is held once they have gone", async () => {
    const before = process.listenerCount("exit");
    const channels = await Promise.all([started([]), started([])]);
    expect(process.listenerCount("exit")).toBe(before + 1);
    await Promise.all(channels.map((channel) => channel.close(signal)));
    expect(process.listenerCount("exit")).toBe(before);
  });
});
