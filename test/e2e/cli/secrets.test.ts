import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { COMMAND, lab, temporaryFolder } from "./lab.ts";

// SPEC 5: the value of a secret stands nowhere, also where the server echoes it, plain or encoded.

const SECRET = 'pl4nted/s3cret+value&"more"=1';
/** In the middle of something else at each of the three places of a group of Base64. */
const PLACES = ["", "x", "xy"].map((before) => `${before}${SECRET}zz`);

/** How a server may write the secret. Its source is a part of the server that runs in a process of its own, so it uses globals alone. */
const echoesOf = (secret: string): string =>
  [
    secret,
    encodeURIComponent(secret),
    Array.from(secret, (each) => `%${each.charCodeAt(0).toString(16).padStart(2, "0")}`).join(""),
    JSON.stringify(JSON.stringify(secret)),
    ...["", "x", "xy"].flatMap((before) =>
      (["base64", "base64url"] as const).map((encoding) => Buffer.from(`${before}${secret}zz`).toString(encoding)),
    ),
    `https://user:${encodeURIComponent(secret)}@example.org/?a=1&b=${encodeURIComponent(secret)}#${secret}`,
  ].join(" | ");

/** What none of the outputs may hold. In Base64, the digits that the secret alone decides. */
const FORBIDDEN = [
  SECRET,
  "pl4nted/s3cret",
  encodeURIComponent(SECRET),
  encodeURIComponent("pl4nted/s3cret"),
  "%70%6c%34%6e%74%65%64",
  ...PLACES.flatMap((text) =>
    (["base64", "base64url"] as const).map((encoding) => Buffer.from(text).toString(encoding).slice(4, -6)),
  ),
];

/** What the server answers to a method and the name of a tool; its source is a part of the other process, too. */
const answerTo = (method: string, tool: string | undefined, echo: string): object => {
  if (method === "server/discover") return { error: { code: -32601, message: `Method not found ${echo}` } };
  if (method === "initialize") {
    const serverInfo = { name: echo, version: echo };
    return { result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo } };
  }
  if (method === "tools/list") return { result: { tools: [{ name: echo, inputSchema: { type: "object" } }] } };
  if (tool === "fails") return { error: { code: -32000, message: echo, data: { [echo]: [echo] } } };
  return { result: { content: [{ type: "text", text: echo }], isError: tool === "refuses" } };
};

const STDIO_SERVER = `
  const echo = (${String(echoesOf)})(process.env.TOKEN);
  const answer = ${String(answerTo)};
  process.stderr.write("begins with " + echo + "\\n");
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    console.log("noise " + echo);
    if (params?.name === "exits") return process.exit(3);
    console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer(method, params?.name, echo) }));
  });`;

/** The HTTP server: echoes its Authorization header. */
async function httpServer(): Promise<string> {
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`; // it listens on a port
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const echo = echoesOf(String(request.headers.authorization).replace("Bearer ", ""));
  if (request.method !== "POST") {
    response.writeHead(500, { "content-type": "text/plain" }).end(echo);
    return;
  }
  // What this test's own client sends.
  const { id, method, params } = JSON.parse(body) as { id?: number; method: string; params?: { name?: string } };
  const tool = params?.name ?? "";
  if (id === undefined) response.writeHead(202).end();
  else if (tool === "exits") {
    response.writeHead(302, { location: `https://example.org/?next=${encodeURIComponent(SECRET)}` }).end();
  } else {
    response.writeHead(200, {
      "content-type": "application/json",
      "mcp-session-id": "one",
      "x-echo": encodeURIComponent(SECRET),
    });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answerTo(method, tool, echo) }));
  }
}

const STDIO = () => ({
  transport: "stdio",
  command: process.execPath,
  args: ["-e", STDIO_SERVER],
  envFrom: { TOKEN: "PLANTED" },
});
const HTTP = async () => ({ transport: "http", url: await httpServer(), headerEnv: { Authorization: "PLANTED" } });
const TOOLS = ["answers", "refuses", "fails", "exits"];

function check(outputs: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(outputs)) {
    expect({ name, found: FORBIDDEN.filter((form) => text.includes(form)) }).toEqual({ name, found: [] });
    // On stderr of a run nothing of the server need stand.
    expect({ name, redacted: name === "stderr" || text.includes("[redacted]") }).toEqual({ name, redacted: true });
  }
}

describe.each([
  ["stdio", STDIO, SECRET],
  ["http", HTTP, `Bearer ${SECRET}`],
] as const)("a secret that a server echoes over %s", (_, configOf, value) => {
  test("stands in no report, no recording, and not on stderr", async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "t.target"), JSON.stringify({ adapter: "mcp", config: await configOf() }));
    for (const tool of TOOLS) {
      // Expects what never comes, so that what came is quoted beside it.
      const expected = { outcome: "success", result: { textContains: "something else" } };
      writeFileSync(join(cwd, `${tool}.json`), JSON.stringify({ name: tool, call: { tool }, expect: expected }));
    }
    const files = { console: "a.txt", junit: "a.xml", github: "a.gh" };
    const reports = Object.entries(files).flatMap(([format, file]) => ["--report", `${format}=${file}`]);
    const words = ["run", ".", "--target", "t.target", "--report", "json", ...reports, "--record", "a.jsonl"];
    const { code, stdout, stderr } = await lab(words, { cwd, env: { PLANTED: value } });
    expect(code).toBe(2);
    const read = (file: string) => readFileSync(join(cwd, file), "utf8");
    check({
      json: stdout,
      console: read("a.txt"),
      junit: read("a.xml"),
      recording: read("a.jsonl"),
      github: read("a.gh"),
      stderr,
    });
  });

  test("stands in no check of the target", async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "t.target"), JSON.stringify({ adapter: "mcp", config: await configOf() }));
    const outputs = await Promise.all(
      [
        ["targets", "check", "t.target"],
        ["targets", "check", "t.target", "--json"],
      ].map((words) => lab(words, { cwd, env: { PLANTED: value } })),
    );
    expect(outputs.map(({ code }) => code)).toEqual([0, 0]);
    outputs.forEach(({ stdout, stderr }) => check({ stdout, stderr }));
  });
});

test("a set-up that fails tells the secret to nobody, on stdout, stderr or in the error document", async () => {
  const cwd = temporaryFolder();
  const script = `process.stderr.write((${String(echoesOf)})(process.env.TOKEN)); process.exit(1)`;
  const config = { ...STDIO(), args: ["-e", script] };
  writeFileSync(join(cwd, "t.target"), JSON.stringify({ adapter: "mcp", config }));
  writeFileSync(
    join(cwd, "a.json"),
    JSON.stringify({ name: "A", call: { tool: "a" }, expect: { outcome: "success" } }),
  );
  for (const format of ["console", "json", "junit"]) {
    const words = ["run", "a.json", "--target", "t.target", "--report", format, "--debug"];
    const { code, stdout, stderr } = await lab(words, { cwd, env: { PLANTED: SECRET } });
    expect(code).toBe(1);
    check({ stdout, stderr });
  }
});

test("a file that cannot be used does not quote what it holds", async () => {
  const cwd = temporaryFolder();
  writeFileSync(
    join(cwd, "a.json"),
    JSON.stringify({ name: "A", call: { tool: "a" }, expect: { outcome: "success" } }),
  );
  for (const config of [
    { transport: "http", url: `ftp://user:${encodeURIComponent(SECRET)}@example.org/` },
    { transport: "http", url: "https://example.org/", headers: { "Bad Name": SECRET } },
    { transport: "stdio", command: "a", env: { TOKEN: [SECRET] } },
  ]) {
    writeFileSync(join(cwd, "t.target"), JSON.stringify({ adapter: "mcp", config }));
    const { code, stdout, stderr } = await lab(["run", "a.json", "--target", "t.target", "--report", "json"], { cwd });
    expect([code, FORBIDDEN.filter((form) => `${stdout}${stderr}`.includes(form))]).toEqual([1, []]);
  }
});

test.each([
  "success",
  "outcome",
  "value",
  "text",
  "content",
  "result",
  "jsonrpc",
  "method",
  "tools/call",
  "2026-07-28",
])("a secret that is a word of the protocol changes no verdict: %s", async (X) => {
  const cwd = temporaryFolder();
  const config = { transport: "stdio", command: process.execPath, args: [COMMAND, "serve"], envFrom: ["X"] };
  writeFileSync(join(cwd, "t.json"), JSON.stringify({ adapter: "mcp", config }));
  const scenario = {
    name: "a",
    call: { tool: "oversized_response", args: { sizeBytes: 7 } },
    expect: { outcome: "success", result: { textContains: "xxxxxxx", textBytes: 7 } },
  };
  writeFileSync(join(cwd, "a.json"), JSON.stringify(scenario));
  const words = ["run", "a.json", "--target", "t.json", "--record", "r.jsonl", "--report", "json", "--fail-on", "must"];
  const { code, stdout } = await lab(words, { cwd, env: { X } });
  expect([code, JSON.parse(stdout)]).toMatchObject([
    0,
    { passed: true, failures: [], protocolVersion: { negotiated: "2026-07-28" } },
  ]);
  const judged = await lab(["history", "r.jsonl", "--judge", "server"], { cwd });
  expect([judged.code, judged.stdout.includes("violated ")]).toEqual([0, false]);
  const checked = await lab(["targets", "check", "t.json"], { cwd, env: { X } });
  expect(checked.code).toBe(0);
  expect(checked.stdout).toMatch(/^Server: mcp-failure-lab .*\nRevision: 2026-07-28\n[^]*^Tools \(/m);
});
