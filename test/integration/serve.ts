import { spawn, type ChildProcessByStdio } from "node:child_process";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { root } from "../gates/source-files.ts";

/** The built command, as its users start it. */
export const COMMAND = join(root, "dist/bin.cjs");

export interface Serving {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** All of stderr so far. */
  readonly stderr: () => string;
  /** Resolves once stderr holds `text`. */
  said(text: string): Promise<void>;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** Asks it to end as a user would. Resolves with its exit code. */
  stop(): Promise<number | string>;
}

export interface ServingHttp extends Serving {
  readonly url: string;
  readonly port: number;
}

/** Starts `serve` on its own stdin and stdout. */
export function serve(...args: string[]): Serving {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [COMMAND, "serve", ...args], { env: { PATH, HOME }, stdio: "pipe" });
  let stderr = "";
  const waiting = new Set<() => void>();
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    for (const look of waiting) look();
  });
  const ended = new Promise<number | string>((resolve) =>
    child.once("close", (code, signal) => resolve(code ?? signal ?? "unknown")),
  );
  const said = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!stderr.includes(text)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
      void ended.then((code) => reject(new Error(`ended with ${code} before it said ${text}:\n${stderr}`)));
    });
  return {
    child,
    stderr: () => stderr,
    said,
    ended,
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** Starts `serve` on a free port. */
export async function serveHttp(...args: string[]): Promise<ServingHttp> {
  const serving = serve("--transport", "http", "--port", "0", ...args);
  await serving.said("listening on ");
  const url = /listening on (\S+)/.exec(serving.stderr())?.[1] ?? "";
  return { ...serving, url, port: Number(new URL(url).port) };
}
