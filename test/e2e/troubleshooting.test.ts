import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer, type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { root } from "../gates/source-files.ts";
import { COMMAND, lab, temporaryFolder } from "./cli/lab.ts";
import { isAsShown } from "./docs/placeholders.ts";

// Every message of the table in docs/troubleshooting.md, made by a target that is wrong in just this way.

const PAGE = "docs/troubleshooting.md";
const HEADING = "### What a target is told";

const stdio = (command: string, args: readonly string[] = [], more: object = {}) => ({
  adapter: "mcp",
  config: { transport: "stdio", command, args, ...more },
});
const shell = (script: string) => stdio("sh", ["-c", script]);
const http = (url: string, more: object = {}) => ({ adapter: "mcp", config: { transport: "http", url, ...more } });
const OWN = stdio(process.execPath, [COMMAND, "serve"]);

/** A server of the legacy era in one line of a shell's. */
const LEGACY = stdio(process.execPath, [
  "-e",
  `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    if (id === undefined) return;
    const result = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "a", version: "1" } };
    const error = { code: -32601, message: "Method not found" };
    console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(method === "initialize" ? { result } : { error }) }));
  });`,
]);

/** Listens on a free port until the test is over. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port; // it listens on a port
}

const answering = async (listener: RequestListener) =>
  http(`http://127.0.0.1:${await listen(createHttpServer(listener))}/mcp`);
const status = (code: number, type: string, body: string, headers: Record<string, string> = {}) =>
  answering((_, response) => void response.writeHead(code, { "content-type": type, ...headers }).end(body));

async function closedPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const tls = (name: string) => readFileSync(join(root, "test/fixtures/tls", name));
const HTML = "<html><body>Sign in</body></html>";

interface Bad {
  readonly what: string;
  target(): object | Promise<object>;
  readonly protocolVersion?: string;
}

/** In the order of the table. */
const BAD: readonly Bad[] = [
  { what: "an adapter that is not there", target: () => ({ adapter: "grpc", config: {} }) },
  {
    what: "a missing variable",
    target: () => http("https://example.org/mcp", { headerEnv: { Authorization: "NOT_SET" } }),
  },
  { what: "no URL", target: () => http("127.0.0.1/mcp") },
  { what: "plain http to another machine", target: () => http("http://example.org/mcp") },
  { what: "a command that is not there", target: () => stdio("no-such-program") },
  { what: "a folder that is not there", target: () => stdio("node", [], { cwd: "nowhere" }) },
  { what: "a file that may not be executed", target: () => stdio("./plain.txt") },
  { what: "a command that exits at once", target: () => shell("echo 'GITHUB_TOKEN is not set' >&2; exit 3") },
  { what: "a command that is killed", target: () => shell("kill -9 $$") },
  { what: "a command that never answers", target: () => ({ ...shell("cat > /dev/null"), setupTimeoutMs: 300 }) },
  { what: "text on stdout", target: () => ({ ...shell("echo 'Starting up'; cat > /dev/null"), setupTimeoutMs: 500 }) },
  { what: "a port nobody listens on", target: async () => http(`http://127.0.0.1:${await closedPort()}/mcp`) },
  { what: "a server that wants a token", target: () => status(401, "text/plain", "") },
  { what: "a server that refuses the token", target: () => status(403, "text/plain", "no") },
  { what: "a wrong path", target: () => status(404, "text/plain", "Not found") },
  { what: "a redirect", target: () => status(307, "text/plain", "", { location: "https://example.org/" }) },
  { what: "a page of a proxy", target: () => status(200, "text/html", HTML) },
  { what: "a proxy without its server", target: () => status(502, "text/html", "<html>Bad Gateway</html>") },
  {
    what: "a certificate of one's own",
    target: async () => {
      const server = createHttpsServer({ key: tls("key.pem"), cert: tls("certificate.pem") });
      return http(`https://127.0.0.1:${await listen(server)}/mcp`);
    },
  },
  {
    what: "https to a server without TLS",
    target: async () => http(`https://127.0.0.1:${await listen(createHttpServer())}/mcp`),
  },
  {
    what: "something that is no HTTP server",
    target: async () => {
      const server = createTcpServer(
        (socket) => void socket.on("error", () => {}).end("220 mail.example.org ESMTP\r\n"),
      );
      return http(`http://127.0.0.1:${await listen(server)}/mcp`);
    },
  },
  { what: "the modern era asked of a legacy server", target: () => LEGACY, protocolVersion: "2026-07-28" },
  { what: "another revision than the server has", target: () => LEGACY, protocolVersion: "2025-06-18" },
];

/** The first cells of the table, as they are read. */
function messages(): string[] {
  const section = readFileSync(join(root, PAGE), "utf8").split(`\n${HEADING}\n`)[1]?.split(/\n#+ /)[0] ?? "";
  return [...section.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, cell = ""]) => cell);
}

async function run(bad: Bad): Promise<{ code: number | null; lines: string[]; stderr: string }> {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "plain.txt"), "");
  chmodSync(join(cwd, "plain.txt"), 0o644);
  writeFileSync(join(cwd, "server.json"), JSON.stringify(await bad.target()));
  const { protocolVersion } = bad;
  const scenario = { name: "A", protocolVersion, call: { tool: "ping" }, expect: { outcome: "success" } };
  writeFileSync(join(cwd, "a.json"), JSON.stringify(scenario));
  const { code, stdout, stderr } = await lab(["run", "a.json", "--target", "server.json"], { cwd });
  const lines = `${stdout}${stderr}`
    .split("\n")
    .map((line) => line.replace(/^- set-up failed: |^Noticed: |^mcp-failure-lab: server\.json: /, ""));
  return { code, lines, stderr };
}

test("the table has a line for each", () => {
  expect(messages().length).toBe(BAD.length);
});

describe("a message of the table is what the command says of", () => {
  test.each(BAD.map((bad, index) => [bad.what, bad, index] as const))("%s", async (_, bad, index) => {
    const message = messages()[index] ?? "";
    const { code, lines, stderr } = await run(bad);
    expect({ message, said: lines.some((line) => isAsShown([message], [line])), lines }).toMatchObject({ said: true });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^mcp-failure-lab: (?:a|server)\.json: /);
    expect(stderr).not.toMatch(/^ +at /m);
  });
});

test("each is told apart from all others", () => {
  expect(new Set(messages()).size).toBe(BAD.length);
});

test("and a server that is well has none of them", async () => {
  const { code, lines } = await run({ what: "nothing", target: () => OWN });
  expect([code, lines.filter((line) => messages().some((message) => isAsShown([message], [line])))]).toEqual([0, []]);
});
