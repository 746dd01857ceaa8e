import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { childEnvironment } from "../../../src/client/child-environment.ts";
import { openChildProcess, startChildProcess, type ChildProcessOptions } from "../../../src/client/child-process.ts";
import { killAllChildren, signalGroup } from "../../../src/client/children.ts";
import type { ProcessWatch } from "../../../src/client/process-watch.ts";
import { signal } from "./harness.ts";

const SERVER = fileURLToPath(new URL("../../fixtures/raw-stdio-server.mjs", import.meta.url));

afterEach(killAllChildren);

/** A child, all that its watch is told, and whether it has answered a first message. */
async function watched(args: readonly string[], extras: Partial<ChildProcessOptions> = {}) {
  const told: string[] = [];
  const watch: ProcessWatch = {
    started: (argv) =>
      void told.push(
        `started ${argv
          .slice(1)
          .map((each) => each.replace(SERVER, "SERVER"))
          .join(" ")}`,
      ),
    inputEnded: () => void told.push("input ended"),
    signalled: (name, waitedMs) => void told.push(`signalled ${name} ${waitedMs >= 0 && waitedMs < 60_000}`),
    exited: ({ code, signal: name }) => void told.push(`exited ${code} ${name}`),
  };
  const opened = await openChildProcess({
    command: process.execPath,
    args: [SERVER, ...args],
    cwd: process.cwd(),
    env: childEnvironment(process.env, {}),
    clock: systemClock,
    leaveMs: 10_000,
    terminateMs: 10_000,
    watch,
    ...extras,
  });
  return { opened, told };
}

/** Settles when the child has answered: from then on it listens to signals, too. */
function untilItAnswers({ link }: Extract<Awaited<ReturnType<typeof openChildProcess>>, { ok: true }>["value"]) {
  return new Promise<void>((resolve) => {
    link.start({ data: () => resolve(), end: resolve });
    link.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })}\n`);
  });
}

test("a child that leaves by itself", async () => {
  const { opened, told } = await watched(["x=1"]);
  if (!opened.ok) throw new Error(opened.failure.message);
  await opened.value.close(signal);
  expect(told).toEqual(["started SERVER x=1", "input ended", "exited 0 undefined"]);
});

test("a child that is made to go", async () => {
  const { opened, told } = await watched(["stay=always"], { leaveMs: 100, terminateMs: 100 });
  if (!opened.ok) throw new Error(opened.failure.message);
  await untilItAnswers(opened.value);
  await opened.value.close(signal);
  expect(told.slice(1)).toEqual([
    "input ended",
    "signalled SIGTERM true",
    "signalled SIGKILL true",
    "exited undefined SIGKILL",
  ]);
});

test("a child that had gone before anybody spoke to it", async () => {
  const told: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), "lab-watch-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = "fs.writeFileSync('pid', String(process.pid)); console.error('not today'); process.exitCode = 3";
  const child = startChildProcess({
    command: process.execPath,
    args: ["-e", script],
    cwd: folder,
    env: childEnvironment(process.env, {}),
    clock: systemClock,
    leaveMs: 10_000,
    terminateMs: 10_000,
  });
  while (!existsSync(join(folder, "pid"))) await systemClock.sleep(5);
  while (signalGroup(Number(readFileSync(join(folder, "pid"), "utf8")), 0)) await systemClock.sleep(5);
  const opened = await child.take({
    started: (argv) => void told.push(`started ${argv.length}`),
    inputEnded: () => void told.push("input ended"),
    signalled: (name) => void told.push(`signalled ${name}`),
    exited: ({ code }) => void told.push(`exited ${code}`),
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  const { link, stderr } = opened.value;
  await opened.value.ending();
  expect(told).toEqual(["started 3", "exited 3"]);
  await new Promise<void>((resolve) => link.start({ data: () => undefined, end: resolve }));
  expect(stderr.text).toBe("not today\n");
});

test("of one that cannot be started nothing is told", async () => {
  const { opened, told } = await watched([], { command: "no-such-command-anywhere" });
  expect(opened.ok).toBe(false);
  expect(told).toEqual([]);
});
