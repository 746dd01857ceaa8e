import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { call, cancel, POST_HEADERS } from "../fixtures/raw-peer/messages.ts";
import { closeAllConnections, request } from "../fixtures/raw-peer/raw-http.ts";
import { endAllRaw, type Message, type RawProcess } from "../fixtures/raw-peer/raw-stdio.ts";
import { onlyMessage, openGet, openHttp, openStdio, start, startHttp } from "../fixtures/raw-peer/serve.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "record-"));
  file = join(folder, "recording.jsonl");
});
afterEach(async () => {
  closeAllConnections();
  await endAllRaw();
  rmSync(folder, { recursive: true });
});

/** The recording, line by line, after the process has ended. */
async function recorded(server: RawProcess): Promise<Message[]> {
  await server.exit();
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Message);
}

describe("SPEC 8: serve --record", () => {
  test("on stdio: all that travelled, marked where a fault wrote it, and the ends of input and process", async () => {
    const { server, call: run } = await openStdio("legacy", "--record", file);
    await run(1, "ping");
    await run(2, "malformed_message", { variant: "missing-jsonrpc" });
    server.send("{oops\n");
    server.endStdin();
    const lines = await recorded(server);
    expect(lines[0]).toMatchObject({
      kind: "header",
      schemaVersion: 1,
      tool: { name: "mcp-failure-lab" },
      seed: 0,
      era: "both",
      transport: "stdio",
    });
    expect(lines.at(-1)).toMatchObject({
      kind: "footer",
      entries: lines.length - 2,
      leftOut: { entries: 0, contents: 0 },
    });
    expect(lines.slice(-3).map(({ kind }) => kind as unknown)).toEqual(["process-stdin-eof", "process-exit", "footer"]);
    expect(lines.map(({ sequence }) => sequence as unknown).slice(1, -1)).toEqual(
      lines.slice(2).map((_, index) => index + 1),
    );
    const sent = lines.filter(({ direction }) => direction === "to-client");
    expect(sent.map(({ text }) => text as unknown)).toEqual(server.lines.map((line) => `${line}\n`));
    expect(sent.map(({ fault }) => fault as unknown)).toEqual([undefined, undefined, "malformed_message", undefined]);
    expect(
      lines.filter(({ direction }) => direction === "to-server").map(({ method, text }) => [method, text] as unknown[]),
    ).toEqual([
      ["initialize", expect.stringContaining('"initialize"')],
      ["$notification", expect.stringContaining("initialized")],
      ["tools/call", expect.stringContaining('"ping"')],
      ["tools/call", expect.stringContaining('"malformed_message"')],
      ["$refused", "{oops"],
    ]);
  });

  test("which rules fired, also where their faults let nothing travel, and which effects happened", async () => {
    const {
      server,
      send,
      call: run,
    } = await openStdio("modern", ...["--record", file, "--tools", "witness", "--rule", "tools/call#2 hang"]);
    await run(1, "witness", { marker: "a" });
    send(call(2, "witness", { marker: "a" }));
    await run(3, "witness", { marker: "b" });
    server.endStdin();
    const lines = await recorded(server);
    const effect = { kind: "effect", tool: "witness" };
    expect(lines.filter(({ kind }) => kind === "fired" || kind === "effect")).toMatchObject([
      { ...effect, exchange: 1, arguments: { marker: "a" }, execution: 1 },
      { kind: "fired", exchange: 2, rule: "rule-1", faults: ["hang"] },
      { ...effect, exchange: 2, arguments: { marker: "a" }, execution: 2 },
      { ...effect, exchange: 3, arguments: { marker: "b" }, execution: 1 },
    ]);
  });

  test("a call's last frames are there when a fault ends the process", async () => {
    const { server, send } = await openStdio("modern", "--record", file);
    send(call(1, "disconnect"));
    const lines = await recorded(server);
    expect(lines.slice(-3)).toMatchObject([
      { kind: "close", how: "exit", fault: "disconnect", armed: ["disconnect"], stream: { kind: "request", id: 1 } },
      { kind: "process-exit", code: 0 },
      { kind: "footer" },
    ]);
  });

  test("over HTTP: requests, heads, bodies, streams, refusals, and who closed what", async () => {
    const { process, port } = await startHttp("--record", file);
    const client = await openHttp({ port }, "session");
    const [, stream] = await openGet(port, client.session);
    await (await client.call(1, "duplicate_response")).text();
    await (await client.open(call(2, "disconnect"))).closed();
    const given = await client.open(call(3, "hang"));
    await onlyMessage(await client.call("in", "ping"));
    given.destroy();
    await client.post(cancel(3));
    await (await request(port, { headers: POST_HEADERS, body: "{oops" })).text();
    await (await request(port, { target: "/other" })).text();
    process.kill("SIGTERM");
    const lines = await recorded(process);
    expect(await stream.ending()).toBe("end");
    const of = (match: (line: Message) => boolean) => {
      const first = lines.find(match);
      return lines.filter(({ exchange }) => exchange !== undefined && exchange === first?.["exchange"]);
    };
    expect(of(({ name }) => name === "duplicate_response")).toMatchObject([
      {
        kind: "request",
        direction: "to-server",
        verb: "POST",
        target: "/mcp",
        session: 1,
        headers: expect.arrayContaining([["Mcp-Session-Id", client.session]]) as unknown,
      },
      { kind: "bytes", direction: "to-server", messages: [{ id: 1, method: "tools/call" }] },
      { kind: "head", status: 200, shape: "http-sse" },
      { kind: "bytes", messages: [{ id: 1 }], fields: [["event", "message"]] },
      { kind: "bytes", messages: [{ id: 1 }], fault: "duplicate_response" },
      { kind: "close", how: "end" },
    ]);
    expect(of(({ name }) => name === "disconnect").at(-1)).toMatchObject({
      kind: "close",
      how: "cut",
      direction: "to-client",
      fault: "disconnect",
    });
    const hang = of(({ name }) => name === "hang");
    expect(hang.filter(({ direction }) => direction === "to-server").map(({ kind }) => kind as unknown)).toEqual([
      "request",
      "bytes",
      "close",
    ]);
    expect(of(({ text }) => text === "{oops")).toMatchObject([
      { kind: "request" },
      { kind: "bytes" },
      { kind: "head", status: 400 },
      { kind: "bytes" },
      { kind: "close" },
    ]);
    expect(of(({ target }) => target === "/other")).toMatchObject([
      { kind: "request", method: "$refused" },
      { kind: "head", status: 404 },
      {},
      {},
    ]);
    expect(of(({ verb }) => verb === "GET")).toMatchObject([
      { method: "$stream", stream: { kind: "get" } },
      { kind: "head" },
      { kind: "close", direction: "to-client" },
    ]);
  });

  test("no secret of a header or a query is in it, also where it is echoed", async () => {
    const { process, port } = await startHttp("--record", file);
    const headers = { ...POST_HEADERS, Authorization: "Bearer planted-bearer", Cookie: "sid=planted-cookie" };
    const body = call(1, "planted-bearer planted-cookie planted-query");
    const response = await request(port, { target: "/mcp?api_key=planted-query", headers, body });
    expect(await response.text()).toContain("planted-bearer planted-cookie planted-query");
    process.kill("SIGTERM");
    const lines = await recorded(process);
    expect(lines.length).toBeGreaterThan(6);
    expect(readFileSync(file, "utf8")).not.toContain("planted");
  });

  test("a file that cannot be written: exit 1, and nothing is served", async () => {
    const path = join(folder, "missing", "recording.jsonl");
    const server = start("serve", "--record", path);
    expect(await server.exit()).toEqual({ code: 1, signal: null });
    expect(server.stderr).toContain(path);
    expect(server.lines).toEqual([]);
  });
});

describe("history", () => {
  test("shows a recording", async () => {
    const { server, call: run } = await openStdio("legacy", "--record", file);
    await run(1, "duplicate_response");
    server.endStdin();
    await recorded(server);
    const shown = start("history", file);
    expect(await shown.exit()).toEqual({ code: 0, signal: null });
    expect(shown.lines[0]).toMatch(/^Recording of MCP Failure Lab \S+: stdio, both eras, seed 0, /);
    expect(shown.lines.join("\n")).toMatch(
      /→ tools\/call 1 duplicate_response .*\n(.*\n)*.*← result 1 .*\n.*← result 1 .*! duplicate_response\n/,
    );
    expect(shown.lines.at(-1)).toBe("Written by faults: duplicate_response 1");
  });

  test("shows one that was cut off, and says so", async () => {
    const { server, call: run } = await openStdio("legacy", "--record", file);
    await run(1, "ping");
    await run(2, "ping"); // by now the first has reached the file
    server.kill("SIGKILL");
    await server.exit();
    const shown = start("history", file);
    expect(await shown.exit()).toEqual({ code: 0, signal: null });
    expect(shown.lines.join("\n")).toContain("← result 1");
    expect(shown.lines.at(-1)).toMatch(/^Note: The recording was not closed/);
  });

  test("a file that is no recording: exit 1, one explanation on stderr, stdout empty", async () => {
    const shown = start("history", new URL(import.meta.url).pathname);
    expect(await shown.exit()).toEqual({ code: 1, signal: null });
    expect(shown.stderr).toMatch(/^mcp-failure-lab: .*serve-record\.test\.ts:1: not one JSON value\n/);
    expect(shown.lines).toEqual([]);
  });

  test("a restart by a fault: the server was gone, no client has left", async () => {
    const server = await startHttp("--record", file, "--rule", "tools/call:ping server_restart downMs=60000");
    const { session, open } = await openHttp(server, "session");
    const [standing] = await openGet(server.port, session);
    await (await open(call(1, "ping"))).cut();
    await standing.cut();
    server.process.kill("SIGTERM");
    const entries = await recorded(server.process);
    expect(entries.filter(({ kind }) => kind === "outage")).toMatchObject([
      { method: "tools/call", fault: "server_restart", downMs: 60_000, sessions: "lost" },
    ]);
    const closes = entries.filter(({ kind, how }) => kind === "close" && how !== "end");
    expect(closes.map(({ method, direction, fault }) => [method, direction, fault])).toEqual([
      ["tools/call", "to-client", "server_restart"],
      ["$stream", "to-client", "server_restart"],
    ]);
  });
});
