import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../base/clock.ts";
import { isGroupAlive, signalGroup } from "./children.ts";

/** Starts a process that leads a group of its own, tells its number, and then does nothing. */
const PARENT = `
  const { spawn } = require("node:child_process");
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "ignore" });
  console.log(child.pid);`;

async function startGroup() {
  const parent = spawn(process.execPath, ["-e", PARENT], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const [told] = (await once(parent.stdout, "data")) as [Buffer];
  const group = Number(told.toString());
  onTestFinished(() => void signalGroup(group, "SIGKILL"));
  return { parent, group };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await systemClock.sleep(5);
}

test("a group runs until its last process has ended", async () => {
  const { group } = await startGroup();
  expect(isGroupAlive(group)).toBe(true);
  signalGroup(group, "SIGKILL");
  await until(() => !isGroupAlive(group));
});

// Elsewhere the state of a process cannot be read from a file.
test.runIf(process.platform === "linux")(
  "one that nobody has taken note of does not run, though it is counted",
  async () => {
    const { parent, group } = await startGroup();
    // Who is stopped takes note of nothing.
    parent.kill("SIGSTOP");
    signalGroup(group, "SIGKILL");
    await until(() => !isGroupAlive(group));
    expect(signalGroup(group, 0)).toBe(true);
  },
);
