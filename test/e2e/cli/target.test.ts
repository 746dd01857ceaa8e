import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMAND, endOf, lab, startLab, temporaryFolder } from "./lab.ts";

const SCENARIO = {
  name: "A",
  call: { tool: "delay", args: { delayMs: 20 } },
  expect: { outcome: "success" },
  observe: { call: { tool: "ping" }, expect: { outcome: "success" } },
};

/** The lab's own server as a target, started as anybody's. */
const OWN_SERVER = { transport: "stdio", command: process.execPath, args: [COMMAND, "serve"] };

function folderWith(target: unknown, scenario: object = SCENARIO): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.json"), JSON.stringify(scenario));
  writeFileSync(join(folder, "target.json"), typeof target === "string" ? target : JSON.stringify(target));
  return folder;
}

async function run(cwd: string, env: Record<string, string> = {}, ...args: string[]) {
  const { code, stdout, stderr } = await lab(
    ["run", "a.json", "--target", "target.json", "--report", "json", ...args],
    { cwd, env },
  );
  return { code, stderr, stdout, report: JSON.parse(stdout) as unknown };
}

describe("a target", () => {
  test.each([
    ["auto", undefined, "2026-07-28"],
    ["2025-11-25", "2025-11-25", "2025-11-25"],
  ])("over stdio, asked for %s", async (requested, protocolVersion, negotiated) => {
    const folder = folderWith({ adapter: "mcp", config: OWN_SERVER }, { ...SCENARIO, protocolVersion });
    const { code, report } = await run(folder);
    expect(code).toBe(0);
    expect(report).toMatchObject({
      passed: true,
      transport: "stdio",
      external: true,
      protocolVersion: { requested, negotiated },
      target: { name: "mcp-failure-lab" },
      operations: [{ name: "set-up" }, { name: "execute" }, { name: "observe" }, { name: "clean-up" }].map((each) => ({
        ...each,
        outcome: "success",
      })),
      lifecycle: { problems: [] },
    });
  });

  test("over HTTP", async () => {
    const server = startLab(["serve", "--transport", "http", "--port", "0"]);
    const url = await new Promise<string>((resolve) => {
      let text = "";
      server.stderr.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        const address = /http:\S+/.exec(text)?.[0];
        if (address !== undefined) resolve(address);
      });
    });
    const { code, report } = await run(folderWith({ adapter: "mcp", config: { transport: "http", url } }));
    expect([code, report]).toMatchObject([0, { passed: true, transport: "http", external: true }]);
    server.kill("SIGTERM");
    expect((await endOf(server)).code).toBe(0);
  });

  test("that cannot be set up is an error, names the operation, and shows what the server said", async () => {
    const config = { ...OWN_SERVER, args: [COMMAND, "no-such-command"] };
    const { code, report, stderr } = await run(folderWith({ adapter: "mcp", config }));
    expect(code).toBe(1);
    expect(report).toMatchObject({
      passed: false,
      error: {
        code: "scenario_execution_failed",
        message: expect.stringMatching(/^a\.json: set-up failed: /) as unknown,
        operation: "set-up",
      },
      lifecycle: { stderr: expect.stringContaining('unknown command "no-such-command"') as unknown },
    });
    expect(stderr).toMatch(/^mcp-failure-lab: a\.json: set-up failed: /);
  });
});

describe("a target file that cannot be used ends the run before anything is started", () => {
  const SECRET = "s3cret-value";

  test.each<[string, unknown, string]>([
    [
      "broken",
      `{"adapter": "mcp", "config": {"env": {"TOKEN": ${SECRET}}}}`,
      "target.json: line 1, column 48: expected a value",
    ],
    ["another adapter", { adapter: "grpc", config: {} }, "$.adapter"],
    ["a wrong value", { adapter: "mcp", config: { ...OWN_SERVER, env: { TOKEN: [SECRET] } } }, "$.config.env.TOKEN"],
    [
      "an unknown key",
      { adapter: "mcp", config: { ...OWN_SERVER, enviroment: { TOKEN: SECRET } } },
      "$.config.enviroment",
    ],
    [
      "a missing variable",
      { adapter: "mcp", config: { ...OWN_SERVER, envFrom: ["LAB_TEST_TOKEN"] } },
      "LAB_TEST_TOKEN",
    ],
  ])("%s", async (_, target, says) => {
    const { code, report, stdout, stderr } = await run(folderWith(target));
    expect(code).toBe(1);
    expect(report).toEqual({
      passed: false,
      error: { code: "target_load_failed", message: expect.stringContaining(says) as unknown },
    });
    expect(report).toMatchObject({ error: { message: expect.stringMatching(/^target\.json: /) as unknown } });
    expect(stdout + stderr).not.toContain(SECRET);
  });

  test("one that is missing", async () => {
    const { code, stdout, stderr } = await lab(["run", "a.json", "--target", "none.json"], { cwd: folderWith({}) });
    expect([code, stdout, stderr]).toEqual([1, "", "mcp-failure-lab: none.json: no such file\n"]);
  });
});

test("a secret of a target stands nowhere in what is written", async () => {
  const secret = "abcdefgh-12345678";
  const script = `
    const lines = require("node:readline").createInterface({ input: process.stdin });
    process.stderr.write("token " + process.env.TOKEN + "\\n");
    lines.on("line", (line) => {
      const { id, method } = JSON.parse(line);
      if (id === undefined) return;
      const result = method === "initialize"
        ? { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: process.env.TOKEN, version: "1" } }
        : { content: [{ type: "text", text: "echo " + process.env.TOKEN }], isError: method === "tools/call" };
      console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });`;
  const config = {
    transport: "stdio",
    command: process.execPath,
    args: ["-e", script],
    envFrom: { TOKEN: "LAB_TEST_TOKEN" },
  };
  const folder = folderWith(
    { adapter: "mcp", config },
    { ...SCENARIO, protocolVersion: "2025-11-25", observe: undefined },
  );
  const { code, stdout, stderr } = await run(
    folder,
    { LAB_TEST_TOKEN: secret },
    "--report",
    "junit=a.xml",
    "--report",
    "console=a.txt",
    "--record",
    "a.jsonl",
  );
  expect([code, stderr]).toEqual([2, ""]);
  const texts = [stdout, ...["a.xml", "a.txt", "a.jsonl"].map((file) => readFileSync(join(folder, file), "utf8"))];
  for (const text of texts) expect([text.includes(secret), text.includes("[redacted]")]).toEqual([false, true]);
});
