import { existsSync, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { endOf, startLab, temporaryFolder } from "./lab.ts";

// SPEC 14.12: no process of a target survives the command, whatever ends it.

/** Never answers a call; `stubborn`: ignores SIGTERM and the end of its stdin, and so does a child of its own. */
const SERVER = `
  const { appendFileSync } = require("node:fs");
  const [log, kind] = process.argv.slice(1);
  if (kind !== "gentle") {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
    setInterval(() => {}, 1000);
  }
  if (kind === "stubborn") {
    const { spawn } = require("node:child_process");
    spawn(process.execPath, ["-e", process.env.SELF, log, "grandchild"], { stdio: "ignore" });
  }
  appendFileSync(log, process.pid + "\\n");
  process.on("exit", () => appendFileSync(log, "leaves\\n"));
  if (kind !== "grandchild") require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    if (method === "tools/call") return appendFileSync(log, "called\\n");
    if (id === undefined) return;
    const result = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "a", version: "1" } };
    console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });`;

/** Resolves with the pids of the server's processes once `processes` of them run and a call has come. */
function pidsOf(folder: string, processes: number, words: readonly string[]): Promise<number[]> {
  return new Promise((resolve) => {
    const look = () => {
      const path = join(folder, "log");
      const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : [];
      const pids = lines.map(Number).filter((pid) => pid > 0);
      if (pids.length >= processes && words.every((word) => lines.includes(word))) resolve(pids);
    };
    const watcher = watch(folder, look);
    onTestFinished(() => watcher.close());
    look();
  });
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that has ended and was not yet taken note of by its parent is no survivor.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

async function start(kind: "gentle" | "stubborn", command: readonly string[], words: readonly string[]) {
  const folder = temporaryFolder();
  const config = {
    transport: "stdio",
    command: process.execPath,
    args: ["-e", SERVER, join(folder, "log"), kind],
    env: { SELF: SERVER },
  };
  writeFileSync(join(folder, "t.target"), JSON.stringify({ adapter: "mcp", config, cleanupTimeoutMs: 400 }));
  const scenario = { protocolVersion: "2025-11-25", name: "A", call: { tool: "a" }, timeoutMs: 60_000 };
  writeFileSync(join(folder, "a.json"), JSON.stringify({ ...scenario, expect: { outcome: "success" } }));
  const child = startLab(command, { cwd: folder });
  const ended = endOf(child);
  const pids = await pidsOf(folder, kind === "stubborn" ? 2 : 1, words);
  for (const pid of pids) onTestFinished(() => void (isThere(pid) && process.kill(pid, "SIGKILL")));
  return { child, ended, pids, folder };
}

const RUN = ["run", "a.json", "--target", "t.target", "--report", "json"];

describe("no process of a target is left", () => {
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("after %s, even of a server that ignores it, with a child that does, too", async (signal, code) => {
    const { child, ended, pids } = await start("stubborn", RUN, ["called"]);
    child.kill(signal);
    const { code: actual, stdout } = await ended;
    expect([actual, pids.map(isThere)]).toEqual([code, [false, false]]);
    // The JSON report of one scenario has them.
    const { operations } = JSON.parse(stdout) as { operations: { name: string }[] };
    expect(operations.slice(0, 4).map(({ name }) => name)).toEqual(["set-up", "execute", "cancel", "clean-up"]);
  });

  test("after a signal to each run that shares its session", async () => {
    const { child, ended, pids } = await start("stubborn", [...RUN, "--reuse-session"], ["called"]);
    child.kill("SIGTERM");
    expect([(await ended).code, pids.map(isThere)]).toEqual([143, [false, false]]);
  });

  test("after SIGKILL, of a server that heeds the end of its stdin", async () => {
    const { child, ended, folder } = await start("gentle", RUN, ["called"]);
    child.kill("SIGKILL");
    expect((await ended).code).toBeNull();
    expect(await pidsOf(folder, 1, ["leaves"])).toHaveLength(1);
  });

  test("after a check that was ended", async () => {
    const { child, ended, pids } = await start("stubborn", ["targets", "check", "t.target"], []);
    child.kill("SIGTERM");
    const { code } = await ended;
    expect([code, pids.map(isThere)]).toEqual([143, [false, false]]);
  });
});
