import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { lab, temporaryFolder } from "../e2e/cli/lab.ts";
import { root } from "../gates/source-files.ts";
import { installPublishedServers, type PublishedServers } from "./published-servers.ts";

// The examples for other people's servers, run against these very servers. Only where a server is fetched from is rewritten.

const TARGETS = join(root, "examples/targets");
const SCENARIOS = join(TARGETS, "scenarios");
const INSTALL_MS = 300_000;

interface Report {
  readonly passed: boolean;
  readonly scenarios: readonly {
    readonly file: string;
    readonly failures: readonly string[];
    readonly protocolVersion: object;
    readonly target?: object;
  }[];
}

interface TargetFile {
  readonly config: { readonly command: string; readonly args: readonly string[]; readonly url: string };
}

let servers: PublishedServers;
beforeAll(() => {
  servers = installPublishedServers();
}, INSTALL_MS);

// What the format's own test has accepted.
const read = (file: string) => JSON.parse(readFileSync(join(TARGETS, file), "utf8")) as TargetFile;
const scenariosOf = (server: string): string[] =>
  readdirSync(SCENARIOS).filter((file) => file.startsWith(`${server}-`) || file === `${server}.json`);

/** Runs every scenario of one server. */
async function runAll(server: string, target: object): Promise<Report> {
  const file = join(temporaryFolder(), "target.json");
  writeFileSync(file, JSON.stringify(target));
  const names = scenariosOf(server);
  expect(names.length).toBeGreaterThan(0);
  const { code, stdout, stderr } = await lab([
    "run",
    ...names.map((name) => join(SCENARIOS, name)),
    "--target",
    file,
    "--report",
    "json",
    "--repeat",
    "1",
  ]);
  const report = JSON.parse(stdout) as Report; // the format of a report of several
  expect(report.scenarios.flatMap(({ failures }) => failures)).toEqual([]);
  expect([code, stderr, report.scenarios.length]).toEqual([0, "", names.length]);
  return report;
}

test("every scenario is one for a server that has a test", () => {
  const known = ["everything", "filesystem", "memory", "time", "lab"];
  expect(known.flatMap(scenariosOf).toSorted()).toEqual(readdirSync(SCENARIOS).toSorted());
});

describe("the published server of", () => {
  test.each([
    ["everything", {}],
    ["filesystem", {}],
    ["memory", { MEMORY_FILE_PATH: "memory.jsonl" }],
    ["time", {}],
  ])("%s over stdio", async (server, paths) => {
    const target = read(`${server}-stdio.json`);
    const folder = temporaryFolder();
    const env = Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, join(folder, path)]));
    const { command, args } = target.config;
    const config = { ...target.config, ...servers.commandOf(command, args), env };
    const { scenarios } = await runAll(server, { ...target, config });
    for (const scenario of scenarios)
      expect(scenario).toMatchObject({ transport: "stdio", protocolVersion: { requested: "auto" } });
  });

  test("everything over HTTP", async () => {
    const port = await freePort();
    const { command, args } = read("everything-stdio.json").config;
    const started = servers.commandOf(command, [...args.slice(0, 2), "streamableHttp"]);
    const child = spawn(started.command, started.args, {
      env: { ...process.env, PORT: String(port) },
      stdio: ["ignore", "ignore", "pipe"],
    });
    onTestFinished(async () => {
      child.kill("SIGKILL");
      await once(child, "close");
    });
    await said(child.stderr, /listening/);
    const target = read("everything-http.json");
    const url = target.config.url.replace("3001", String(port));
    const { scenarios } = await runAll("everything", { ...target, config: { ...target.config, url } });
    for (const scenario of scenarios)
      expect(scenario).toMatchObject({ transport: "http", protocolVersion: { negotiated: "2025-11-25" } });
  });
});

describe("the lab's own server", () => {
  const command = [join(root, "dist/bin.cjs"), "serve"];

  test("over stdio", async () => {
    const target = read("stdio.json");
    const config = { ...target.config, command: process.execPath, args: command };
    expect((await runAll("lab", { ...target, config })).passed).toBe(true);
  });

  test("over HTTP", async () => {
    const child = spawn(process.execPath, [...command, "--transport", "http", "--port", "0"], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    onTestFinished(async () => {
      child.kill("SIGKILL");
      await once(child, "close");
    });
    const [url = ""] = /http:\S+/.exec(await said(child.stderr, /http:\S+/)) ?? [];
    const target = read("http.json");
    expect((await runAll("lab", { ...target, config: { ...target.config, url } })).passed).toBe(true);
  });
});

/** Resolves with what a stream has said once that matches. */
function said(stream: NodeJS.ReadableStream, what: RegExp): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (what.test(text)) resolve(text);
    });
    stream.once("close", () => reject(new Error(`ended without ${String(what)}: ${text}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  await new Promise((resolve) => server.close(resolve));
  return port;
}
