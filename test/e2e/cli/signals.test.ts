import { existsSync, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { endOf, startLab, temporaryFolder } from "./lab.ts";

/** Resolves when `file` in `folder` holds `text`. */
function written(folder: string, file: string, text: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const path = join(folder, file);
      if (existsSync(path) && readFileSync(path, "utf8").includes(text)) resolve();
    };
    const watcher = watch(folder, look);
    onTestFinished(() => watcher.close());
    look();
  });
}

function folderWithHang(): string {
  const folder = temporaryFolder();
  const scenarios = {
    "a.json": { name: "A", call: { tool: "ping" }, expect: { outcome: "success" } },
    "b.json": {
      name: "B",
      call: { tool: "hang" },
      timeoutMs: 60_000,
      expect: { outcome: "timeout" },
      observe: { call: { tool: "ping" }, expect: { outcome: "success" } },
    },
    "c.json": { name: "C", call: { tool: "ping" }, expect: { outcome: "success" } },
  };
  for (const [path, scenario] of Object.entries(scenarios)) writeFileSync(join(folder, path), JSON.stringify(scenario));
  return folder;
}

/** Starts a run and gives it a signal while the call of B waits. */
async function interrupt(signal: NodeJS.Signals, ...args: string[]) {
  const folder = folderWithHang();
  const child = startLab(["run", ".", "--record", "all.jsonl", ...args], { cwd: folder });
  const ended = endOf(child);
  await written(folder, "all.jsonl", '"name":"hang"');
  child.kill(signal);
  return { ...(await ended), folder };
}

function childrenOf(pid: number | undefined): number[] {
  const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return ids.split(" ").filter(Boolean).map(Number);
}

describe("a run that is ended by a signal", () => {
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s: reports what is done and exits with %d", async (signal, expected) => {
    const { code, stdout, stderr } = await interrupt(signal, "--report", "json");
    expect([code, stderr]).toEqual([expected, ""]);
    expect(JSON.parse(stdout)).toMatchObject({
      passed: false,
      interrupted: signal,
      summary: { total: 2, passed: 1, failed: 1, errors: 0, notRun: 1 },
      scenarios: [
        { name: "A", passed: true },
        { name: "B", passed: false, outcome: "error", failure: { kind: "cancelled" } },
      ],
    });
  });

  test("says so on the console, too", async () => {
    const { code, stdout } = await interrupt("SIGINT");
    expect(code).toBe(130);
    expect(stdout.split("\n").at(-2)).toBe("3 scenarios: 1 passed, 1 failed, 1 not run (ended by SIGINT)");
  });

  test("still writes the files it was asked for", async () => {
    const { code, stdout, stderr, folder } = await interrupt("SIGTERM", "--report", "junit", "--output", "out.xml");
    expect([code, stdout]).toEqual([143, ""]);
    expect(stderr).toBe(
      "mcp-failure-lab: 3 scenarios: 1 passed, 1 failed, 1 not run (ended by SIGTERM); the report is in out.xml\n",
    );
    expect(readFileSync(join(folder, "out.xml"), "utf8")).toContain('<testcase name="B"');
    expect(readFileSync(join(folder, "all.jsonl"), "utf8").trimEnd().split("\n").at(-1)).toContain('"kind":"footer"');
  });

  test("leaves no child behind", async () => {
    const folder = folderWithHang();
    const child = startLab(["run", ".", "--record", "all.jsonl", "--transport", "stdio"], { cwd: folder });
    const ended = endOf(child);
    // A is over, and B has its server: nobody tells of that, so that it is asked for.
    await written(folder, "all.jsonl", '"kind":"process-exit"');
    while (childrenOf(child.pid).length === 0) await systemClock.sleep(5);
    const children = childrenOf(child.pid);
    child.kill("SIGTERM");
    expect((await ended).code).toBe(143);
    expect(children).toHaveLength(1);
    for (const pid of children) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });
});
