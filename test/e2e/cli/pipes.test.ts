import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endOf, lab, startLab, temporaryFolder } from "./lab.ts";

/** Enough scenarios that their report does not fit into a pipe's buffer. */
function folderOfMany(): string {
  const folder = temporaryFolder();
  for (let index = 0; index < 60; index++) {
    const call = { tool: "oversized_response", args: { sizeBytes: 5000 } };
    const scenario = { name: `scenario ${index}`, call, expect: { outcome: "success" } };
    writeFileSync(join(folder, `${index}.json`), JSON.stringify(scenario));
  }
  return folder;
}

test("a long report arrives whole, however slowly it is read", async () => {
  const child = startLab(["run", ".", "--report", "json", "--jobs", "8"], { cwd: folderOfMany() });
  let text = "";
  child.stdout.setEncoding("utf8");
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  for await (const chunk of child.stdout) text += String(chunk); // reads no further than it has asked for
  expect(await closed).toBe(0);
  expect(text.length).toBeGreaterThan(200_000);
  expect(JSON.parse(text)).toMatchObject({ passed: true, summary: { total: 60 } });
});

test("a reader that goes away is no error", async () => {
  const child = startLab(["run", ".", "--report", "json"], { cwd: folderOfMany() });
  child.stdout.destroy();
  expect(await endOf(child)).toMatchObject({ code: 0, stderr: "" });
});

test("no colour and no progress where nobody watches", async () => {
  const env = { FORCE_COLOR: "1", COLORTERM: "truecolor", TERM: "xterm-256color" };
  const { stdout, stderr } = await lab(["run", "examples/scenarios/hang-timeout.json"], { env });
  expect([stdout.includes("\u001b"), stderr]).toEqual([false, ""]);
});
