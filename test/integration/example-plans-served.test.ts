import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { normalizeHistory } from "../../src/history/normalize.ts";
import { readHistory } from "../../src/history/read.ts";
import type { FrameEntry } from "../../src/history/schema.ts";
import { call, cancel, rpc } from "../fixtures/raw-peer/messages.ts";
import { closeAllConnections } from "../fixtures/raw-peer/raw-http.ts";
import { endAllRaw, type Message } from "../fixtures/raw-peer/raw-stdio.ts";
import {
  onlyMessage,
  openGet,
  openHttp,
  openStdio,
  startHttp,
  type HttpServer,
  type StdioClient,
} from "../fixtures/raw-peer/serve.ts";

const FOLDER = fileURLToPath(new URL("../../examples/plans/", import.meta.url));
const recordings = mkdtempSync(join(tmpdir(), "mcp-failure-lab-"));
let recording = 0;

afterEach(async () => {
  closeAllConnections();
  await endAllRaw();
});
afterAll(() => rmSync(recordings, { recursive: true, force: true }));

const ping = (id: string) => call(id, "ping", {}, `token-${id}`);
const witness = (id: string) => call(id, "witness", { marker: "once" }, `token-${id}`);
const textOf = ({ result }: Message) => (result as { content: { text: string }[] }).content[0]?.text;

/** What a client does on stdio, and sees; the server leaves by itself or at the end of its input. */
const ON_STDIO: Readonly<Record<string, (client: StdioClient) => Promise<void>>> = {
  async "a1-sixty-seconds.json"({ server, send }) {
    send(ping("a"));
    await server.says(/under-a-minute fired/);
    send(cancel("a"), rpc("b", "ping"));
    expect(await server.answer("b")).toMatchObject({ result: {} });
  },
  async "b1-late-answer.json"({ server, send }) {
    send(ping("a"));
    await server.says(/late fired/);
    send(cancel("a"), rpc("b", "ping"));
    await server.answer("b");
    expect(await server.answer("a")).toHaveProperty("result.content");
  },
  async "d1-list-changed.json"({ server, send }) {
    const seen = [];
    for (const id of ["a", "b", "c"]) {
      send(ping(id));
      await server.answer(id);
      send(rpc(`${id}-list`, "tools/list"));
      const { tools } = (await server.answer(`${id}-list`)).result as {
        tools: { name: string; inputSchema: object }[];
      };
      const schemas = new Map(tools.map(({ name, inputSchema }) => [name, JSON.stringify(inputSchema)]));
      seen.push([schemas.has("newcomer"), schemas.has("hang"), schemas.get("delay")?.includes('"seconds"')]);
    }
    expect(seen).toEqual([
      [true, true, false],
      [true, false, false],
      [true, false, true],
    ]);
    expect(server.messages.filter(({ method }) => method === "notifications/tools/list_changed")).toHaveLength(3);
  },
  async "f2-stderr-flood.json"({ server, send }) {
    send(ping("a"));
    expect(await server.answer("a")).toHaveProperty("result");
    server.endStdin();
    await server.exit();
    expect(server.stderr.length).toBeGreaterThan(5_000_000);
  },
  async "f3-exit-during-call.json"({ server, send }) {
    send(ping("a"));
    await server.answer("a");
    send(ping("b"));
    expect(await server.exit()).toEqual({ code: 1, signal: null });
    expect(server.messages.some(({ id }) => id === "b")).toBe(false);
  },
  async "h1-lost-answer.json"({ server, send }) {
    send(witness("a"));
    expect(await server.exit()).toEqual({ code: 0, signal: null });
    expect(server.messages.some(({ id }) => id === "a")).toBe(false);
  },
  async "n1-endless-cursor.json"({ server, send }) {
    const pages = [];
    for (const params of [{}, { cursor: "lab-cursor" }, { cursor: "lab-cursor" }]) {
      send(rpc(`page-${pages.length}`, "tools/list", params));
      pages.push((await server.answer(`page-${pages.length}`)).result as { nextCursor: string; tools: object[] });
    }
    expect(pages.map(({ nextCursor }) => nextCursor)).toEqual(["lab-cursor", "lab-cursor", "lab-cursor"]);
    expect(pages[2]?.tools).toEqual(pages[0]?.tools);
  },
  async "n2-odd-schema.json"({ server, send }) {
    send(rpc("a", "tools/list"));
    const { tools } = (await server.answer("a")).result as { tools: { inputSchema: object }[] };
    expect(tools.map(({ inputSchema }) => "anyOf" in inputSchema)).toEqual([...tools.slice(1).map(() => false), true]);
  },
  async "p1-crossed-answers.json"({ server, send }) {
    send(ping("a"), witness("b"));
    expect(textOf(await server.answer("a"))).toContain('"executed"');
    expect(textOf(await server.answer("b"))).toContain('"ok"');
  },
};

/** The same over HTTP; the server is told to stop afterwards. */
const OVER_HTTP: Readonly<Record<string, (server: HttpServer) => Promise<void>>> = {
  async "b1-late-answer.json"(server) {
    const client = await openHttp(server, "session");
    const connection = await client.open(ping("a"));
    await server.process.says(/late fired/);
    expect((await client.post(cancel("a"))).status).toBe(202);
    expect(await onlyMessage(await connection.response())).toHaveProperty("result.content");
  },
  async "e1-session-404.json"(server) {
    const lost = await openHttp(server, "session");
    expect((await lost.post(ping("a"))).status).toBe(200);
    expect((await lost.post(ping("b"))).status).toBe(404);
    const fresh = await openHttp(server, "session");
    expect([(await fresh.post(ping("c"))).status, (await fresh.post(ping("d"))).status]).toEqual([200, 200]);
  },
  async "h1-lost-answer.json"(server) {
    const client = await openHttp(server, "modern");
    expect((await (await client.open(witness("a"))).cut()).isCut).toBe(true);
    const reader = await openHttp(server, "stateless");
    const read = await onlyMessage(await reader.post(rpc("b", "resources/read", { uri: "lab://ledger" })));
    const [{ text }] = (read.result as { contents: [{ text: string }] }).contents;
    expect(JSON.parse(text)).toEqual({
      entries: [{ tool: "witness", args: { marker: "once" }, asked: 1, executed: 1 }],
      isFull: false,
    });
  },
  async "j1-discovery-refused.json"(server) {
    const client = await openHttp(server, "modern");
    const refused = await client.post(rpc("a", "server/discover"));
    expect([refused.status, await refused.json()]).toMatchObject([400, { id: "a", error: { code: -32_000 } }]);
    expect((await (await openHttp(server, "session")).post(ping("b"))).status).toBe(200);
  },
  async "l1-get-closed-at-once.json"(server) {
    const client = await openHttp(server, "session");
    for (let attempt = 1; attempt <= 2; attempt++) {
      const [, stream] = await openGet(server.port, client.session);
      expect([stream.status, await stream.text()]).toEqual([200, ""]);
    }
    expect((await client.post(ping("a"))).status).toBe(200);
  },
  async "m1-stream-without-answer.json"(server) {
    const client = await openHttp(server, "session");
    const ended = await client.post(ping("a"));
    expect(await ended.text()).toBe(": still here\n\n");
    const cut = await client.post(ping("b"));
    expect([await cut.ending(), cut.bodySoFar]).toEqual(["cut", expect.stringContaining("notifications/progress")]);
    const open = await client.open(ping("c"));
    expect((await open.response()).bodySoFar).toBe("");
    expect((await client.post(ping("d"))).status).toBe(200);
  },
  async "p1-crossed-answers.json"(server) {
    const client = await openHttp(server, "modern");
    const first = client.post(ping("a"));
    await server.process.says(/crossed fired/);
    const [a, b] = await Promise.all([first, client.post(witness("b"))]);
    expect(textOf(await onlyMessage(a))).toContain('"executed"');
    expect(textOf(await onlyMessage(b))).toContain('"ok"');
  },
};

function newRecording(): string {
  return join(recordings, `${++recording}.jsonl`);
}

/** Everything that travelled, without what differs from run to run. */
async function framesOf(file: string): Promise<readonly FrameEntry[]> {
  return normalizeHistory(await readHistory(file)).frames;
}

describe.each(Object.entries(ON_STDIO))("served on stdio: %s", (file, act) => {
  test("what its description says, and twice alike", async () => {
    const runs = [];
    for (const record of [newRecording(), newRecording()]) {
      const client = await openStdio("legacy", "--tools", "all", "--plan", `${FOLDER}${file}`, "--record", record);
      await act(client);
      client.server.endStdin();
      await client.server.exit();
      runs.push(await framesOf(record));
    }
    expect(runs[1]).toEqual(runs[0]);
  });
});

describe.each(Object.entries(OVER_HTTP))("served over HTTP: %s", (file, act) => {
  test("what its description says, and twice alike", async () => {
    const runs = [];
    for (const record of [newRecording(), newRecording()]) {
      const server = await startHttp("--tools", "all", "--plan", `${FOLDER}${file}`, "--record", record);
      await act(server);
      server.process.kill("SIGTERM");
      expect(await server.process.exit()).toEqual({ code: 0, signal: null });
      runs.push(await framesOf(record));
    }
    expect(runs[1]).toEqual(runs[0]);
  });
});
