import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { rawHttpServer, type RawHttpServer, type RawRequest } from "../../fixtures/raw-http-server.ts";
import { openingResult } from "../../fixtures/raw-line-peer.ts";
import { lab, temporaryFolder } from "./lab.ts";

/** A server of the legacy era that gives each session a number. */
async function countingServer(onCall: (request: RawRequest) => boolean = () => false): Promise<RawHttpServer> {
  let sessions = 0;
  const server = await rawHttpServer((request) => {
    const { method, message } = request;
    const id: unknown = message["id"];
    if (method === "DELETE") request.response.writeHead(204).end();
    else if (method === "GET") request.response.writeHead(405).end();
    else if (id === undefined) request.response.writeHead(202).end();
    else if (message["method"] === "initialize")
      request.json({ jsonrpc: "2.0", id, result: openingResult("initialize") }, 200, {
        "mcp-session-id": `session-${++sessions}`,
      });
    else if (!onCall(request))
      request.json({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: "ok" }] } });
  });
  onTestFinished(() => server.close());
  return server;
}

const scenario = (name: string, more: object = {}) => ({
  name,
  protocolVersion: "2025-11-25",
  call: { tool: name },
  timeoutMs: 10_000,
  expect: { outcome: "success" },
  ...more,
});

async function runAll(server: { url: string }, args: readonly string[], scenarios: readonly object[]) {
  const cwd = temporaryFolder();
  scenarios.forEach((each, index) => writeFileSync(join(cwd, `${index}.json`), JSON.stringify(each)));
  const config = { transport: "http", url: server.url };
  writeFileSync(join(cwd, "server.target"), JSON.stringify({ adapter: "mcp", config }));
  const words = ["run", ".", "--target", "server.target", "--report", "json", ...args];
  const { code, stdout, stderr } = await lab(words, { cwd });
  return { code, stderr, report: JSON.parse(stdout) as Record<string, unknown> };
}

const THREE = ["a", "b", "c"].map((name) => scenario(name));

/** Each request that matters, with its session: `call a session-1`. */
function story({ requests }: RawHttpServer): string[] {
  return requests.flatMap(({ method, message, headers }) => {
    const session = String(headers["mcp-session-id"] ?? "-");
    if (method === "DELETE") return [`delete ${session}`];
    if (message["method"] === "initialize") return [`initialize ${session}`];
    if (message["method"] === "tools/call") return [`call ${String(message["params"].name)} ${session}`];
    return [];
  });
}

test("each scenario has a session of its own, which it ends", async () => {
  const server = await countingServer();
  const { code, report } = await runAll(server, [], THREE);
  expect([code, report["passed"]]).toEqual([0, true]);
  expect(story(server)).toEqual(
    ["a", "b", "c"].flatMap((name, index) => [
      "initialize -",
      `call ${name} session-${index + 1}`,
      `delete session-${index + 1}`,
    ]),
  );
});

test("--reuse-session opens one for all, and ends it once, as the last request", async () => {
  const server = await countingServer();
  const { code, report } = await runAll(server, ["--reuse-session", "--repeat", "2"], THREE);
  expect(code).toBe(0);
  expect(report).toMatchObject({ passed: true, scenarios: THREE.map(() => ({ lifecycle: { problems: [] } })) });
  const calls = ["a", "a", "b", "b", "c", "c"].map((name) => `call ${name} session-1`);
  expect(story(server)).toEqual(["initialize -", ...calls, "delete session-1"]);
  expect(server.requests.at(-1)?.method).toBe("DELETE");
});

test("what one scenario leaves behind, the next one has: a call that timed out, and a run that ends early", async () => {
  const server = await countingServer(({ message }) => message["params"]?.name === "a");
  const first = scenario("a", { timeoutMs: 100, expect: { outcome: "success" } });
  const { code, report } = await runAll(server, ["--reuse-session", "--fail-fast"], [first, ...THREE.slice(1)]);
  expect([code, report["summary"]]).toMatchObject([2, { total: 1, failed: 1, notRun: 2 }]);
  expect(story(server)).toEqual(["initialize -", "call a session-1", "delete session-1"]);
});

test("an end that is refused is told of the last scenario, and changes no verdict", async () => {
  const refusing = await rawHttpServer((request) => {
    const { message } = request;
    if (request.method === "DELETE") request.response.writeHead(500).end();
    else if (request.method === "GET") request.response.writeHead(405).end();
    else if (message["id"] === undefined) request.response.writeHead(202).end();
    else
      request.json(
        {
          jsonrpc: "2.0",
          id: message["id"],
          result: message["method"] === "initialize" ? openingResult("initialize") : { content: [] },
        },
        200,
        { "mcp-session-id": "only" },
      );
  });
  onTestFinished(() => refusing.close());
  const { code, report } = await runAll(refusing, ["--reuse-session"], THREE);
  expect(code).toBe(0);
  expect(report).toMatchObject({
    passed: true,
    scenarios: [
      { lifecycle: { problems: [] } },
      { lifecycle: { problems: [] } },
      { lifecycle: { problems: [expect.stringMatching(/^clean-up of the session: error: HTTP 500/)] } },
    ],
  });
});

test("a session that cannot be opened fails every scenario, and is asked for once", async () => {
  const server = await rawHttpServer((request) => void request.response.writeHead(401).end());
  onTestFinished(() => server.close());
  const { code, report } = await runAll(server, ["--reuse-session"], THREE);
  expect([code, report["summary"]]).toMatchObject([1, { total: 3, errors: 3 }]);
  expect(server.requests.length).toBe(1);
});

test.each([
  [["--jobs", "2"], THREE, "--reuse-session and --jobs do not go together"],
  [[], [scenario("a"), scenario("b", { protocolVersion: "auto" })], "1.json asks for auto, and 0.json for 2025-11-25"],
  [
    [],
    [
      scenario("a", {
        inject: [{ when: { direction: "to-server" }, inject: [{ fault: "request_id", with: { as: "text" } }] }],
      }),
    ],
    "0.json injects faults",
  ],
])("%j with some scenarios is refused before anything is asked", async (args, scenarios, says) => {
  const server = await countingServer();
  const { code, report } = await runAll(server, ["--reuse-session", ...args], scenarios);
  expect([code, report]).toMatchObject([1, { error: { code: "invalid_arguments" } }]);
  expect(JSON.stringify(report)).toContain(says);
  expect(server.requests).toEqual([]);
});

test("without --target it means nothing", async () => {
  const { code, stdout, stderr } = await lab(["run", "examples/scenarios/delay-success.json", "--reuse-session"]);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("--reuse-session means nothing without --target");
});
