// The lab's own server, as the suites meet it.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "../bundle.mjs";
import { plainEnvironment } from "./suite.mjs";

/**
 * Starts the built command.
 * @param {readonly string[]} options of `serve`
 * @returns {Promise<{ url: string, stop(): Promise<{ code: number | null, stderr: string }> }>}
 */
export async function startServer(options) {
  const args = [join(root, "dist/bin.cjs"), "serve", "--transport", "http", "--port", "0", "--conformance", ...options];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: plainEnvironment(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  const closed = new Promise((resolve) => child.once("close", resolve));
  let stderr = "";
  const url = await new Promise((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      stderr += text;
      const address = /listening on (\S+)\n/.exec(stderr)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once("close", () => reject(new Error(`The server did not start:\n${stderr}`)));
  });
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      return { code: await closed, stderr };
    },
  };
}
