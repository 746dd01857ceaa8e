import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../gates/source-files.ts";

const version = /"version": "(.+)"/.exec(readFileSync(join(root, "package.json"), "utf8"))?.[1];

test("npm run dev hands on arguments, stdout and exit code, and adds nothing", () => {
  const run = (...args: string[]) =>
    spawnSync("npm", ["run", "-s", "dev", "--", ...args], {
      cwd: root,
      encoding: "utf8",
      shell: process.platform === "win32",
    });
  expect(run("--version")).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: "" });
  expect(run("no-such-command")).toMatchObject({ status: 1, stdout: "" });
});
