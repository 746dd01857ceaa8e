import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../..");

interface Action {
  readonly inputs: Readonly<Record<string, { readonly required: boolean; readonly default?: string }>>;
  readonly runs: {
    readonly using: string;
    readonly steps: readonly { readonly shell: string; readonly run: string; readonly env: Record<string, string> }[];
  };
}

const action = parse(readFileSync(join(root, "action.yml"), "utf8")) as Action;

/** Runs the action's one step as the runner would, with an `npx` that starts the built command. */
function runAction(inputs: Readonly<Record<string, string>>): { status: number | null; stdout: string; junit: string } {
  const folder = mkdtempSync(join(tmpdir(), "action-"));
  const npx = join(folder, "npx");
  writeFileSync(npx, `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${join(root, "dist/bin.cjs")}" "$@"\n`);
  chmodSync(npx, 0o755);
  const junit = join(folder, "report.xml");
  const values: Record<string, string> = { junit, version: "0.0.0", target: "", ...inputs };
  const [step] = action.runs.steps;
  const env = Object.fromEntries(
    Object.entries(step?.env ?? {}).map(([name, text]) => [
      name,
      text.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, input: string) => values[input] ?? ""),
    ]),
  );
  const { status, stdout } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", step?.run ?? ""], {
    cwd: root,
    env: { PATH: `${folder}:${process.env["PATH"] ?? ""}`, ...env },
    encoding: "utf8",
  });
  return { status, stdout, junit: readFileSync(junit, "utf8") };
}

test("the action runs scenarios, annotates, and writes JUnit", () => {
  const { status, stdout, junit } = runAction({
    scenarios: "examples/scenarios/delay-success.json examples/scenarios/duplicate-response.json",
  });
  expect([status, stdout]).toEqual([0, "2 of 2 scenarios passed\n"]);
  expect(junit).toContain('tests="');
});

test("a scenario that does not pass fails the step and is annotated at its file", () => {
  const file = join(mkdtempSync(join(tmpdir(), "action-")), "wrong.json");
  writeFileSync(file, JSON.stringify({ name: "wrong", call: { tool: "ping" }, expect: { outcome: "error" } }));
  const { status, stdout, junit } = runAction({ scenarios: file });
  expect(status).toBe(2);
  expect(stdout).toContain(`::error file=${file},title=wrong::outcome: expected error, actual success`);
  expect(junit).toContain("<failure");
});

test("every input has a use, and none becomes a part of the script", () => {
  const [step] = action.runs.steps;
  const used = Object.values(step?.env ?? {}).map((text) => /inputs\.(\w+)/.exec(text)?.[1]);
  expect(new Set(used)).toEqual(new Set(Object.keys(action.inputs)));
  expect(step?.run).not.toContain("${{");
});

test("the registry's manifest and the package agree", () => {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { name: string; version: string };
  const server = JSON.parse(readFileSync(join(root, "server.json"), "utf8")) as {
    version: string;
    description: string;
    packages: { identifier: string; version: string }[];
  };
  expect([server.version, server.packages[0]?.identifier, server.packages[0]?.version]).toEqual([
    manifest.version,
    manifest.name,
    manifest.version,
  ]);
  // The registry takes descriptions of at most 100 characters.
  expect(server.description.length).toBeLessThanOrEqual(100);
});
