import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { createSequentialIds } from "../../../src/base/ids.ts";
import { MAX_STDERR_TAIL_BYTES } from "../../../src/base/limits.ts";
import type { Operation, TargetLab, TargetSession } from "../../../src/targets/adapter.ts";
import { parseTarget } from "../../../src/targets/target.ts";
import type { Tap } from "../../../src/wire/tap.ts";
import { rawHttpServer, withOpening, type RawHandler, type RawRequest } from "../../fixtures/raw-http-server.ts";

const SERVER = fileURLToPath(new URL("../../fixtures/raw-stdio-server.mjs", import.meta.url));
const SECRET = "hunter2-é/+=";

let folder = "";
const closers: (() => unknown)[] = [];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "lab-mcp-")));
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  rmSync(folder, { recursive: true, force: true });
});

const operation = (name: Operation["name"], budgetMs = 10_000, signal = new AbortController().signal): Operation => ({
  name,
  correlationId: name,
  budgetMs,
  signal,
});
const call = (session: TargetSession, name: string, args: object = {}) =>
  session.call({ method: "tools/call", params: { name, arguments: { ...args } } }, operation("execute"));

function open(config: object, lab: Partial<TargetLab> = {}): TargetSession {
  const session = parseTarget({ adapter: "mcp", config }, "t").open({
    clock: systemClock,
    ids: createSequentialIds("id"),
    env: { ...process.env, MY_SECRET: SECRET },
    cwd: folder,
    protocolVersion: "2025-11-25",
    ...lab,
  });
  closers.push(() => session.cleanUp(operation("clean-up", 100)));
  return session;
}

const log = () => readFileSync(join(folder, "log"), "utf8").trim().split("\n");
const logged = (kind: string) =>
  log().flatMap((line) => (line.startsWith(`${kind} `) ? line.slice(kind.length + 1) : []));

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

describe("a command", () => {
  const command = (args: readonly string[] = [], more: object = {}) => ({
    transport: "stdio",
    command: process.execPath,
    args: [SERVER, `log=${join(folder, "log")}`, ...args],
    ...more,
  });

  test("is started in its folder, with the few safe variables and those that are named", async () => {
    mkdirSync(join(folder, "sub"));
    const config = command(["cwd=1", "environment=1"], {
      cwd: "sub",
      env: { A: "1" },
      envFrom: { TOKEN: "MY_SECRET" },
    });
    const session = open(config, { env: { PATH: process.env["PATH"], MY_SECRET: SECRET, OTHER: "x" } });
    expect(await session.setUp(operation("set-up"))).toMatchObject({
      outcome: "success",
      value: { name: "raw", version: "1.2.3", protocolVersion: "2025-11-25", transport: "stdio" },
    });
    expect(logged("cwd")).toEqual([join(folder, "sub")]);
    expect(JSON.parse(logged("environment")[0] ?? "")).toEqual({ PATH: process.env["PATH"], A: "1", TOKEN: SECRET });
  });

  test("that is not there, and one that leaves at once, are failed set-ups", async () => {
    const missing = open({ transport: "stdio", command: "no-such-command-anywhere" });
    expect(await missing.setUp(operation("set-up"))).toMatchObject({
      outcome: "transport_loss",
      failure: { kind: "transport_loss", message: expect.stringContaining("could not be started") },
    });
    const leaves = open(command(["exit=initialize", "stderr=no license"]));
    expect(await leaves.setUp(operation("set-up"))).toEqual({
      outcome: "transport_loss",
      failure: { kind: "transport_loss", message: "initialize: the server process exited with code 3" },
    });
    await leaves.cleanUp(operation("clean-up"));
    expect(leaves.stderrTail()).toBe("no license");
  });

  test("that speaks one era only is found out by asking, and a named revision it does not speak is a failed set-up", async () => {
    const asked = open(command(["legacy=1"]), { protocolVersion: "auto" });
    expect(await asked.setUp(operation("set-up"))).toMatchObject({
      outcome: "success",
      value: { protocolVersion: "2025-11-25" },
    });
    const named = open(command(["legacy=1"]), { protocolVersion: "2026-07-28" });
    expect(await named.setUp(operation("set-up"))).toMatchObject({
      outcome: "error",
      failure: { kind: "protocol_error", code: -32601 },
    });
  });

  test("reports what its tools do", async () => {
    const session = open(command());
    await session.setUp(operation("set-up"));
    expect(await call(session, "fail")).toMatchObject({ outcome: "success", value: { isError: true } });
    expect(await call(session, "broken")).toMatchObject({ outcome: "error", failure: { kind: "invalid_message" } });
    const values: number[] = [];
    const params = { name: "progress", arguments: {} };
    const onProgress = (value: number) => values.push(value);
    await session.call({ method: "tools/call", params, onProgress }, operation("execute"));
    expect(values).toEqual([1, 2]);
    const lost = { kind: "transport_loss", message: "the server process exited with code 3" };
    expect(await call(session, "exit")).toEqual({ outcome: "transport_loss", failure: lost });
    expect(await call(session, "echo")).toEqual({ outcome: "transport_loss", failure: lost });
  });

  test("that asks for input has not answered", async () => {
    const session = open(command(), { protocolVersion: "2026-07-28" });
    await session.setUp(operation("set-up"));
    const message = "the server asks for input before it answers, and this client gives none";
    expect(await call(session, "ask")).toEqual({ outcome: "error", failure: { kind: "protocol_error", message } });
  });

  test("that does not leave is terminated, then killed, within the budget of the clean-up", async () => {
    const session = open(command(["stay=always"]));
    await session.setUp(operation("set-up"));
    // The shares of a larger budget would not have passed when this one is over.
    const over = new AbortController();
    const release = systemClock.after(800, () => over.abort());
    const cleaned = await session.cleanUp(operation("clean-up", 800, over.signal));
    release();
    const message = "the server did not leave at the end of its stdin nor at SIGTERM, and was killed";
    expect(cleaned).toEqual({ outcome: "timeout", failure: { kind: "timeout", message } });
    expect(log().slice(-2)).toEqual(["end of stdin", "SIGTERM"]);
    expect(isAlive(Number(logged("start")[0]))).toBe(false);
  });

  test("is killed at once where the time for the clean-up is over", async () => {
    const session = open(command(["stay=always"]));
    await session.setUp(operation("set-up"));
    expect(await session.cleanUp(operation("clean-up", 1, AbortSignal.abort()))).toMatchObject({
      outcome: "timeout",
    });
    expect(isAlive(Number(logged("start")[0]))).toBe(false);
  });

  test("whose set-up was given up does not live on", async () => {
    const session = open(command(["silent=initialize", "stay=always"]));
    const controller = new AbortController();
    const setUp = session.setUp(operation("set-up", 10_000, controller.signal));
    while (!isLogged()) await systemClock.sleep(5);
    controller.abort();
    expect(await setUp).toMatchObject({ outcome: "cancelled" });
    await session.cleanUp(operation("clean-up", 100));
    expect(isAlive(Number(logged("start")[0]))).toBe(false);
    expect(logged("line")).toHaveLength(1);
  });

  const isLogged = (): boolean => {
    try {
      return logged("line").length > 0;
    } catch {
      return false;
    }
  };

  test("shows the end of its stderr, bounded, and no part of a line that was cut off", async () => {
    const session = open(command([`flood=${MAX_STDERR_TAIL_BYTES * 4}`]));
    await session.setUp(operation("set-up"));
    await session.cleanUp(operation("clean-up"));
    const tail = session.stderrTail();
    expect(tail).toMatch(/^e+\nthe end\n$/);
    expect(tail.length).toBeLessThan(MAX_STDERR_TAIL_BYTES);
  });

  test("cannot make a secret show, whatever it echoes", async () => {
    const config = command([`stderr=my token is ${SECRET}\n`], { envFrom: { TOKEN: "MY_SECRET" } });
    const session = open(config);
    const told: unknown[] = [await session.setUp(operation("set-up"))];
    told.push(await call(session, "env", { name: "TOKEN" }));
    for (const text of [SECRET, Buffer.from(SECRET).toString("base64"), encodeURIComponent(SECRET)]) {
      told.push(await call(session, "echo", { text }));
      told.push(await call(session, "error", { text }));
    }
    told.push(await session.cleanUp(operation("clean-up")), session.stderrTail());
    const text = JSON.stringify(told);
    expect(text.match(/\[redacted\]/g)).toHaveLength(1 + 3 * 3 + 1);
    for (const form of [SECRET, "hunter2", Buffer.from(SECRET).toString("base64").slice(0, 8)])
      expect(text).not.toContain(form);
  });
});

describe("a URL", () => {
  async function served(handler: RawHandler, config: object = {}, lab: Partial<TargetLab> = {}) {
    const server = await rawHttpServer(handler);
    const session = open({ transport: "http", url: `${server.url}?a=b`, ...config }, lab);
    closers.push(() => server.close());
    return { server, session };
  }
  const good: RawHandler = withOpening((request) => {
    if (request.method === "GET") request.response.writeHead(405).end();
    else if (request.method === "DELETE") request.response.writeHead(200).end();
    else {
      const { id, params } = request.message;
      const text = String(params?.arguments?.text ?? "");
      request.json({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text }], resultType: "complete" } });
    }
  }, "the-session");
  const isDelete = ({ method }: RawRequest) => method === "DELETE";

  test("is asked with the named headers in every request, and at its path and query", async () => {
    const targets: string[] = [];
    const tap: Tap = ({ frame }) => frame.kind === "request" && void targets.push(frame.target);
    const config = { headers: { "X-Plain": "1" }, headerEnv: { "X-Auth": "MY_HEADER" } };
    const { server, session } = await served(good, config, { env: { MY_HEADER: "Bearer abc" }, tap });
    await session.setUp(operation("set-up"));
    await call(session, "x");
    await session.cleanUp(operation("clean-up"));
    expect(server.requests.length).toBeGreaterThanOrEqual(4);
    expect(new Set(targets)).toEqual(new Set(["/mcp?a=b"]));
    for (const { headers, url } of server.requests) {
      expect(headers).toMatchObject({ "x-plain": "1", "x-auth": "Bearer abc" });
      expect(headers["user-agent"]).toMatch(/^mcp-failure-lab\//);
      expect(url).toBe("/mcp?a=b");
    }
  });

  test("may be asked under another name", async () => {
    const { server, session } = await served(good, { headers: { "user-agent": "mine" } });
    await session.setUp(operation("set-up"));
    const raw = server.requests[0]?.response.req.rawHeaders ?? [];
    expect(raw.filter((_, index) => raw[index - 1]?.toLowerCase() === "user-agent")).toEqual(["mine"]);
  });

  test("is told by one DELETE, as the last request, also when clean-up is asked for twice at once", async () => {
    const { server, session } = await served(good);
    await session.setUp(operation("set-up"));
    await call(session, "x");
    const cleaned = await Promise.all([1, 2].map(() => session.cleanUp(operation("clean-up"))));
    expect(cleaned).toEqual([
      { outcome: "success", value: undefined },
      { outcome: "success", value: undefined },
    ]);
    expect(server.requests.filter(isDelete)).toHaveLength(1);
    expect(server.requests.at(-1)).toMatchObject({ method: "DELETE", headers: { "mcp-session-id": "the-session" } });
  });

  test("is told by DELETE also where set-up failed after the session was opened", async () => {
    const { server, session } = await served((request) => {
      if (request.method === "DELETE") request.response.writeHead(200).end();
      else request.json({ jsonrpc: "2.0", id: request.message["id"], result: {} }, 200, { "mcp-session-id": "s" });
    });
    expect(await session.setUp(operation("set-up"))).toMatchObject({
      outcome: "error",
      failure: { kind: "invalid_message" },
    });
    await session.cleanUp(operation("clean-up"));
    expect(server.requests.map(({ method }) => method)).toEqual(["POST", "DELETE"]);
  });

  test.each([
    [405, { outcome: "success", value: undefined }],
    [
      500,
      { outcome: "error", failure: { kind: "invalid_message", message: "HTTP 500 (no content type): an empty body" } },
    ],
  ])("that answers %s to DELETE", async (status, expected) => {
    const { session } = await served((request) =>
      request.method === "DELETE" ? void request.response.writeHead(status).end() : good(request),
    );
    await session.setUp(operation("set-up"));
    expect(await session.cleanUp(operation("clean-up"))).toEqual(expected);
  });

  test("that redirects is a failed set-up, and nobody else is asked", async () => {
    const other = await rawHttpServer(good);
    closers.push(() => other.close());
    const { session } = await served(({ response }) => void response.writeHead(307, { location: other.url }).end());
    const message = `initialize: HTTP 307 redirects to ${other.url}, and redirects are refused`;
    expect(await session.setUp(operation("set-up"))).toEqual({
      outcome: "error",
      failure: { kind: "invalid_message", message },
    });
    expect(other.requests).toEqual([]);
  });

  test("cannot make a secret show, whatever it echoes", async () => {
    const refuse: RawHandler = (request) => {
      const auth = String(request.headers["x-auth"]);
      if (request.message["method"] !== "tools/call") good(request);
      else if (request.message["params"].name === "text")
        request.response.writeHead(500, { "content-type": "text/plain" }).end(auth);
      else if (request.message["params"].name === "redirect")
        request.response.writeHead(302, { location: `/?t=${encodeURIComponent(auth)}` }).end();
      else {
        const error = {
          code: -32000,
          message: `no: ${auth}`,
          data: { [auth]: [Buffer.from(auth).toString("base64url")] },
        };
        request.json({ jsonrpc: "2.0", id: request.message["id"], error }, 400);
      }
    };
    const config = { headerEnv: { "X-Auth": "MY_HEADER" } };
    const { session } = await served(refuse, config, { env: { MY_HEADER: "Bearer s3cr3t-t0ken" } });
    await session.setUp(operation("set-up"));
    const told = [await call(session, "text"), await call(session, "redirect"), await call(session, "error")];
    const text = JSON.stringify(told);
    expect(text).not.toContain("s3cr3t");
    expect(text).not.toContain(Buffer.from("Bearer s3cr3t-t0ken").toString("base64url").slice(0, 12));
    expect(text.match(/\[redacted\]/g)).toHaveLength(5);
  });
});
