import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installPinned, run } from "../../scripts/install-pinned.mjs";
import { root } from "../gates/source-files.ts";

/** Longer than a download takes. */
const SLOW = 600_000;
/** No registry can be reached there, and npm is told so, too. */
const NO_NETWORK = { npm_config_offline: "true", npm_config_registry: "http://127.0.0.1:9/" };
/** Spaces, and letters outside ASCII. */
const NAME = "a folder für 実験";

let folder: string;
let project: string;
let home: string;
let pinned: string;

beforeAll(() => {
  pinned = installPinned("package-smoke");
  folder = realpathSync(mkdtempSync(join(tmpdir(), "package-smoke-")));
  project = join(folder, NAME);
  home = join(folder, "home");
  mkdirSync(project);
  mkdirSync(home);
  run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], root);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm pack made no tarball");
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "try", private: true, type: "module" }));
  // With no network: the package installs nothing else.
  const install = npm(["install", "--ignore-scripts", "--omit=peer", join(folder, tarball)], process.execPath);
  if (install.status !== 0) throw new Error(`${install.stdout}${install.stderr}`);
}, SLOW);

afterAll(() => {
  chmodTree(project, 0o755);
  rmSync(folder, { recursive: true, force: true });
});

/** Only what is needed to find programs: nothing of the one who runs this. */
function environment(node: string): Record<string, string> {
  return { PATH: [join(node, ".."), process.env["PATH"] ?? ""].join(delimiter), HOME: home, CI: "1", ...NO_NETWORK };
}

function npm(args: readonly string[], node: string) {
  return spawnSync("npm", args, { cwd: project, env: environment(node), encoding: "utf8" });
}

/** `npx mcp-failure-lab …` in the project, with this Node.js. */
function npx(args: readonly string[], node: string, input = "") {
  const words = ["--no-install", "mcp-failure-lab", ...args];
  return spawnSync("npx", words, { cwd: project, env: environment(node), encoding: "utf8", input });
}

function chmodTree(path: string, mode: number): void {
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) chmodTree(join(path, entry.name), mode);
  chmodSync(path, mode);
}

function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: "utf8" }).sort();
}

describe.each([20, 22, 24, 26])("the packed package with Node.js %i", (major) => {
  const node = () => join(pinned, `node_modules/node-${major}/bin/node`);

  test("runs every job and writes nothing that it was not told", { timeout: SLOW }, () => {
    const { stdout: version } = spawnSync(node(), ["--version"], { encoding: "utf8" });
    expect(version).toMatch(new RegExp(`^v${major}\\.`));
    const before = filesIn(project);
    expect(npx(["--version"], node())).toMatchObject({ status: 0, stdout: "0.1.0\n", stderr: "" });
    const demo = npx(["demo"], node());
    expect(demo).toMatchObject({ status: 0, stderr: "" });
    expect(demo.stdout).toContain("\nAssertions: passed\n");
    const examples = "node_modules/mcp-failure-lab/examples/scenarios";
    const ran = npx(["run", `${examples}/delay-observe-ping.json`, `${examples}/malformed-message.json`], node());
    expect(ran).toMatchObject({ status: 0, stderr: "" });
    expect(ran.stdout).toContain("2 scenarios: 2 passed");
    const stdio = npx(["run", `${examples}/duplicate-response.json`, "--transport", "stdio"], node());
    expect(stdio).toMatchObject({ status: 0, stderr: "" });
    const request = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {} },
    };
    const served = npx(["serve"], node(), `${JSON.stringify(request)}\n`);
    expect(served.status).toBe(0);
    expect(JSON.parse(served.stdout)).toMatchObject({ id: 1, result: { protocolVersion: "2025-11-25" } });
    expect(filesIn(project)).toEqual(before);
  });

  test("is a library", { timeout: SLOW }, () => {
    const program = `
      import { createFaultServer, runScenario } from "mcp-failure-lab";
      import { runFault } from "mcp-failure-lab/testing";
      const report = await runScenario("node_modules/mcp-failure-lab/examples/scenarios/duplicate-response.json");
      const server = await createFaultServer({ rules: ["tools/call hang"] });
      await server.close();
      console.log(report.passed, typeof runFault);`;
    const args = ["--input-type=module", "--eval", program];
    const { stdout, stderr } = spawnSync(node(), args, { cwd: project, env: environment(node()), encoding: "utf8" });
    expect({ stdout, stderr }).toEqual({ stdout: "true function\n", stderr: "" });
  });
});

test("serves over HTTP until it is asked to leave", { timeout: SLOW }, async () => {
  const command = join(project, "node_modules/.bin/mcp-failure-lab");
  const child = spawn(command, ["serve", "--transport", "http", "--port", "0"], {
    cwd: project,
    env: environment(process.execPath),
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.once("exit", () => reject(new Error(text)));
    child.stderr.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const [found] = /http:\S+\/mcp/.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const answer = await fetch(url, { method: "DELETE" });
  await answer.text();
  expect(answer.status).toBeLessThan(500);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test("compiles for whoever writes TypeScript, without our packages", { timeout: SLOW }, () => {
  const source = `
    import { createFaultServer, runScenario, type ScenarioReport, type FaultServer } from "mcp-failure-lab";
    import { createFakeClock } from "mcp-failure-lab/testing";
    const server: FaultServer = await createFaultServer({ rules: ["tools/call hang"] });
    const report: ScenarioReport = await runScenario({ name: "a" }, { seed: 1 });
    export const passed: boolean = report.passed;
    export const fetched: Promise<Response> = server.fetch("http://localhost/mcp");
    export const clock = createFakeClock();`;
  const types = join(folder, "types");
  cpSync(project, types, { recursive: true });
  writeFileSync(join(types, "use.ts"), source);
  const compilerOptions = {
    module: "nodenext",
    target: "es2023",
    strict: true,
    noEmit: true,
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
  };
  writeFileSync(join(types, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
  const tsc = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", types], {
    encoding: "utf8",
  });
  expect(tsc.stdout).toBe("");
  expect(tsc.status).toBe(0);
});

test("works where nothing may be written", { timeout: SLOW }, () => {
  chmodTree(project, 0o555);
  try {
    const demo = npx(["demo"], process.execPath);
    expect(demo).toMatchObject({ status: 0, stderr: "" });
    const command = join(project, "node_modules/mcp-failure-lab/dist/bin.cjs");
    const scenario = join(project, "node_modules/mcp-failure-lab/examples/scenarios/hang-timeout.json");
    // A user without rights over the folder, where this one has them all.
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    chmodSync(folder, 0o755);
    const ran = spawnSync(process.execPath, [command, "run", scenario], {
      cwd: project,
      env: { PATH: process.env["PATH"] ?? "" },
      encoding: "utf8",
      ...user,
    });
    expect(ran).toMatchObject({ status: 0, stderr: "" });
    expect(existsSync(join(project, "node_modules/.cache"))).toBe(false);
  } finally {
    chmodTree(project, 0o755);
  }
});
