import { spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { COMMAND, endOf } from "./lab.ts";

/** Starts the built command with a stdin that has ended, and says that it is a terminal where it is to be one. */
function serve(isTerminal: boolean, ...args: string[]) {
  const asTerminal = ["--import", "data:text/javascript,process.stdin.isTTY = true"];
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, [...(isTerminal ? asTerminal : []), COMMAND, "serve", ...args], {
    env: { PATH },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.end();
  return endOf(child);
}

const LINE = /^mcp-failure-lab: speaks MCP on stdin and stdout, .*; Ctrl-D or Ctrl-C ends it, .*\n$/;

test("serve in a terminal says what it waits for and how to end it, on stderr alone", async () => {
  const { code, stdout, stderr } = await serve(true, "--tools", "none");
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(stderr).toMatch(LINE);
});

test("serve for a client says nothing of the kind", async () => {
  expect(await serve(false, "--tools", "none")).toEqual({ code: 0, stdout: "", stderr: "" });
});
