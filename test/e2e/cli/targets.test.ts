import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lab, temporaryFolder } from "./lab.ts";

const BIN = join(import.meta.dirname, "../../../dist/bin.cjs");

function targetFile(config: object, more: object = {}): { cwd: string } {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "target.json"), JSON.stringify({ adapter: "mcp", config, ...more }));
  return { cwd };
}

const own = { transport: "stdio", command: process.execPath, args: [BIN, "serve"] };

describe("targets check", () => {
  test("says who the server is, what it offers, and how long each step took", async () => {
    const { code, stdout, stderr } = await lab(["targets", "check", "target.json"], targetFile(own));
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^Target: target\.json\nServer: mcp-failure-lab \S+\nRevision: 2026-07-28\nCapabilities: tools, /,
    );
    expect(stdout).toMatch(/\nTools \(10\):\n {2}ping\n {2}delay\n/);
    expect(stdout).toMatch(
      /\nSteps:\n {2}connect: ok, ~\d+ ms\n {2}tools\/list: ok, ~\d+ ms\n {2}clean-up: ok, ~\d+ ms\nThe target can be used\.\n$/,
    );
  });

  test("shows nothing that a server says as it is: no control characters, no lines of its own, no name without end", async () => {
    const name = `n\u001b[31m\nFake: line ${"x".repeat(1_000_000)}`;
    const hostile = `
      process.stderr.write("\\u001b[2J");
      require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
        const { id, method } = JSON.parse(line);
        const serverInfo = { name: "n\\u001b[31m\\nFake: line " + "x".repeat(1_000_000), version: "1\\r2" };
        const result = method === "initialize"
          ? { protocolVersion: "2025-11-25", capabilities: { tools: {}, "c\\u001b": {} }, serverInfo }
          : { tools: [{ name: "t\\u001b[2J\\nTools (9):", inputSchema: { type: "object" } }] };
        const error = { code: -32601, message: "no" };
        if (id !== undefined)
          console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(method === "server/discover" ? { error } : { result }) }));
      });`;
    const config = { transport: "stdio", command: process.execPath, args: ["-e", hostile] };
    const { code, stdout } = await lab(["targets", "check", "target.json"], targetFile(config));
    expect([code, stdout.match(/^Server: .*$/gm)]).toEqual([
      0,
      [`Server: ${name.slice(0, 200).replace("\u001b", "\\u001b").replace("\n", "\\n")}… 1\\r2`],
    ]);
    expect(stdout.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
    expect(stdout).not.toMatch(/^(?:Fake|Tools \(9\))/m);
    expect(stdout).toContain("  t\\u001b[2J\\nTools (9):\n");
  });

  test("as JSON", async () => {
    const { code, stdout } = await lab(["targets", "check", "--json", "target.json"], targetFile(own));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      file: "target.json",
      passed: true,
      identity: { name: "mcp-failure-lab", protocolVersion: "2026-07-28", transport: "stdio" },
      steps: [{ name: "connect" }, { name: "tools/list" }, { name: "clean-up" }],
    });
  });

  test.each([
    [
      "a command that does not exist",
      { transport: "stdio", command: "no-such-command-here" },
      {},
      "is it installed, and is it on PATH?",
    ],
    ["a refused connection", { transport: "http", url: "http://127.0.0.1:1/mcp" }, {}, "ECONNREFUSED"],
    [
      "a server that never answers",
      {
        transport: "stdio",
        command: process.execPath,
        args: ["-e", "console.error('I am slow'); process.stdin.on('data', () => {})"],
      },
      { setupTimeoutMs: 300 },
      "timeout: ",
    ],
    [
      "a server that exits at once",
      { transport: "stdio", command: process.execPath, args: ["-e", "process.exit(3)"] },
      {},
      "transport_loss: ",
    ],
  ])("fails at %s", async (_, config, more, expected) => {
    const { code, stdout } = await lab(["targets", "check", "target.json"], targetFile(config, more));
    expect(code).toBe(1);
    expect(stdout).toMatch(/ {2}connect: failed after ~\d+ ms: /);
    expect(stdout).toContain(expected);
    expect(stdout).toMatch(/The target cannot be used\.\n$/);
  });

  test("shows what the server prints on stdout that is no message", async () => {
    const config = { transport: "stdio", command: "sh", args: ["-c", "echo Starting up; cat > /dev/null"] };
    const { code, stdout } = await lab(
      ["targets", "check", "target.json"],
      targetFile(config, { setupTimeoutMs: 500 }),
    );
    expect(code).toBe(1);
    expect(stdout).toContain("\nNoticed: unreadable: it is not valid JSON: Starting up\n");
  });

  test("shows the end of the server's stderr where something failed", async () => {
    const config = {
      transport: "stdio",
      command: process.execPath,
      args: ["-e", "console.error('needs a token'); process.exit(3)"],
    };
    const { stdout } = await lab(["targets", "check", "target.json"], targetFile(config));
    expect(stdout).toContain("Its stderr ended with:\n  needs a token\n");
  });

  test("keeps a secret that the server prints to itself", async () => {
    const config = {
      transport: "stdio",
      command: process.execPath,
      args: ["-e", "console.error(process.env.TOKEN); process.exit(3)"],
      envFrom: { TOKEN: "PLANTED" },
    };
    const { stdout, stderr } = await lab(["targets", "check", "target.json"], {
      ...targetFile(config),
      env: { PLANTED: "sesame-4711" },
    });
    expect(stdout + stderr).not.toContain("sesame-4711");
    expect(stdout).toContain("[redacted]");
  });

  test("starts nothing when a variable is missing, and refuses other words", async () => {
    const missing = await lab(
      ["targets", "check", "target.json"],
      targetFile({ ...own, envFrom: { TOKEN: "NOT_SET_ANYWHERE" } }),
    );
    expect([missing.code, missing.stdout]).toEqual([1, ""]);
    expect(missing.stderr).toContain("NOT_SET_ANYWHERE");
    const other = await lab(["targets", "chekc", "target.json"], targetFile(own));
    expect([other.code, other.stdout]).toEqual([1, ""]);
    expect(other.stderr).toContain('found "chekc", allowed is check FILE');
  });
});
