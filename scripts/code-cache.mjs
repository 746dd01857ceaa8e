// Compiles the built command for the Node.js that builds it, by running it: what V8 has compiled by the end of these runs is kept
// beside the command's files. Another version of Node.js compiles them itself, as ever.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { realpathSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./bundle.mjs";

const LEGACY = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "build", version: "0" } };
const MODERN = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": LEGACY.clientInfo,
  "io.modelcontextprotocol/clientCapabilities": {},
};
const INITIALIZE = { jsonrpc: "2.0", id: 1, method: "initialize", params: LEGACY };

/** @param {object} [meta] */
function usualRequests(meta) {
  const params = meta === undefined ? {} : { _meta: meta };
  const list = { jsonrpc: "2.0", id: 2, method: "tools/list", params };
  const call = { jsonrpc: "2.0", id: 3, method: "tools/call", params: { ...params, name: "ping", arguments: {} } };
  return [list, call];
}

const LINES = {
  legacy: [INITIALIZE, { jsonrpc: "2.0", method: "notifications/initialized" }, ...usualRequests()],
  modern: [{ jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta: MODERN } }, ...usualRequests(MODERN)],
};

const SCENARIO = { name: "Ping", call: { tool: "ping" }, expect: { outcome: "success" } };

/** @param {string} outDir where the command was built */
export async function compileCommand(outDir) {
  const folder = realpathSync(await mkdtemp(join(tmpdir(), "compile-")));
  try {
    await writeFile(join(folder, "ping.json"), JSON.stringify(SCENARIO));
    const command = new Command(realpathSync(outDir), folder);
    await command.run(["--help"]);
    await command.run(["run", "ping.json"]);
    await command.run(["run", "ping.json", "--transport", "stdio"]);
    await command.run(["demo"]);
    for (const lines of [LINES.legacy, LINES.modern])
      await command.run(["serve"], lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    await command.serveHttp();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

class Command {
  /**
   * @param {string} outDir
   * @param {string} cwd
   */
  constructor(outDir, cwd) {
    this.outDir = outDir;
    this.cwd = cwd;
  }

  /**
   * @param {readonly string[]} args
   * @param {string} [input]
   */
  async run(args, input = "") {
    const child = this.#start(args);
    child.stdin.end(input);
    child.stdout.resume();
    await this.#end(child, args);
  }

  async serveHttp() {
    const args = ["serve", "--transport", "http", "--port", "0"];
    const child = this.#start(args);
    const url = await new Promise((resolve, reject) => {
      let said = "";
      child.stderr.on("data", (text) => {
        said += text;
        const [found] = /http:\S+/.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      });
      child.once("close", () => reject(new Error(`The command did not listen:\n${said}`)));
    });
    const asked = request(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    });
    asked.end(JSON.stringify(INITIALIZE));
    const [answer] = await once(asked, "response");
    answer.resume();
    await once(answer, "end");
    child.kill("SIGTERM");
    await this.#end(child, args);
  }

  /** @param {readonly string[]} args */
  #start(args) {
    const { NODE_OPTIONS: _, NODE_EXTRA_CA_CERTS: __, ...env } = process.env;
    const child = spawn(
      process.execPath,
      ["--require", join(root, "scripts/compile-chunks.cjs"), join(this.outDir, "bin.cjs"), ...args],
      { cwd: this.cwd, env: { ...env, CODE_CACHE_OF: join(this.outDir, "cli") } },
    );
    child.stderr.setEncoding("utf8");
    return child;
  }

  /**
   * @param {import("node:child_process").ChildProcessWithoutNullStreams} child
   * @param {readonly string[]} args
   */
  async #end(child, args) {
    let said = "";
    child.stderr.on("data", (text) => void (said += text));
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`mcp-failure-lab ${args.join(" ")} ended with ${code} in the build:\n${said}`);
  }
}
