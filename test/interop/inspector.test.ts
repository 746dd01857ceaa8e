import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installPinned } from "../../scripts/install-pinned.mjs";
import { COMMAND, temporaryFolder } from "../e2e/cli/lab.ts";
import { endAllRaw } from "../fixtures/raw-peer/raw-stdio.ts";
import { startHttp, type HttpServer } from "../fixtures/raw-peer/serve.ts";

// The command line of the published Inspector against the lab's server, in both eras and on both transports.

const INSTALL_MS = 300_000;

let program: string;
let http: HttpServer;

beforeAll(async () => {
  const folder = installPinned("inspector");
  program = join(folder, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
  http = await startHttp();
}, INSTALL_MS);

afterAll(async () => {
  http.process.kill("SIGTERM");
  expect(await http.process.exit()).toEqual({ code: 0, signal: null });
  await endAllRaw();
});

interface Inspected {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the Inspector to its end. It writes into its home, which goes with the test. */
async function inspect(target: readonly string[], ...options: string[]): Promise<Inspected> {
  const { PATH = "" } = process.env;
  const args = [program, "--cli", ...target, "--format", "json", ...options];
  const child = spawn(process.execPath, args, {
    env: { PATH, HOME: temporaryFolder() },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, stdout, stderr };
}

describe.each(["stdio", "http"] as const)("over %s", (transport) => {
  describe.each(["legacy", "auto", "modern"])("in the era %s", (era) => {
    const ask = (...options: string[]) => {
      const target =
        transport === "stdio" ? [process.execPath, COMMAND, "serve"] : [`http://127.0.0.1:${http.port}/mcp`];
      return inspect(target, "--transport", transport, "--protocol-era", era, ...options);
    };

    test.each([
      ["tools/list", ["--strict"], { tools: [{ name: "ping" }, { name: "delay" }] }],
      [
        "tools/call",
        ["--tool-name", "delay", "--tool-arg", "delayMs=5"],
        { content: [{ text: '{"status":"delayed","delayMs":5}' }] },
      ],
      ["tools/call", ["--tool-name", "duplicate_response"], { content: [{ text: '{"status":"duplicated"}' }] }],
      ["prompts/list", [], { prompts: [{ name: "hello" }, { name: "translate" }] }],
      [
        "prompts/get",
        ["--prompt-name", "translate", "--prompt-args", "text=house", "language=dutch"],
        { messages: [{ content: { text: "Translate into dutch: house" } }] },
      ],
      ["resources/list", [], { resources: [{ uri: "lab://about" }] }],
      ["resources/read", ["--uri", "lab://squares/12"], { contents: [{ uri: "lab://squares/12", text: "144" }] }],
      ["resources/templates/list", [], { resourceTemplates: [{ uriTemplate: "lab://squares/{n}" }] }],
    ])("%s %j", async (method, options, expected) => {
      const { code, stdout, stderr } = await ask("--method", method, ...options);
      expect([code, stderr.includes('"error"')]).toEqual([0, false]);
      const { result } = JSON.parse(stdout) as { result: Record<string, unknown> };
      for (const [member, value] of Object.entries(expected)) {
        const found = result[member] as unknown[];
        expect(found.slice(0, value.length)).toMatchObject(value);
      }
    });

    test.each([
      ["an unknown tool", ["--tool-name", "nope"]],
      ["an argument outside its limits", ["--tool-name", "delay", "--tool-arg", "delayMs=-1"]],
    ])("%s: exit code 5", async (_what, options) => {
      expect((await ask("--method", "tools/call", ...options)).code).toBe(5);
    });

    test("fifty calls at a time", async () => {
      const load = ["--load", "--load-requests", "50", "--load-concurrency", "10"];
      const { code, stdout } = await ask("--method", "tools/call", "--tool-name", "ping", ...load);
      expect(code).toBe(0);
      expect(stdout).toContain("50");
    });
  });
});

test("a port where nobody listens: exit code 4", async () => {
  expect((await inspect(["http://127.0.0.1:9/mcp"], "--transport", "http", "--method", "tools/list")).code).toBe(4);
});
