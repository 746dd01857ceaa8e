import { afterEach, describe, expect, test } from "vitest";
import { fileURLToPath } from "node:url";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../src/base/clock.ts";
import { createSequentialIds } from "../../src/base/ids.ts";
import type { Revision } from "../../src/protocol/revision.ts";
import type { Operation, TargetCall, TargetLab, TargetSession } from "../../src/targets/adapter.ts";
import { createFakeAdapter } from "../../src/targets/fake.ts";
import { createInProcessSession } from "../../src/targets/in-process.ts";
import { createOwnHttpSession } from "../../src/targets/own-http.ts";
import { createAdapterRegistry } from "../../src/targets/registry.ts";
import { parseTarget } from "../../src/targets/target.ts";
import { rawHttpServer, withOpening, type RawHttpServer, type RawRequest } from "../fixtures/raw-http-server.ts";

// What the orchestrator may rely on, whatever stands behind a session. A new adapter is one more entry in SUBJECTS.

const STDIO_SERVER = fileURLToPath(new URL("../fixtures/raw-stdio-server.mjs", import.meta.url));

interface Opened {
  readonly session: TargetSession;
  /** Answered at once, without an error. */
  readonly good: TargetCall;
  /** Never answered. */
  readonly hanging: TargetCall;
  /** Answered by a JSON-RPC error. */
  readonly refused: TargetCall;
  /** Settles once the hanging call has reached the target; where a later one could overtake it. */
  readonly hangSeen?: () => Promise<unknown>;
  /** Settles once the target has been told that the hanging call is given up; where that can be seen. */
  readonly cancelSeen?: () => Promise<unknown>;
}

interface Subject {
  readonly name: string;
  readonly revision: Revision;
  open(lab: TargetLab): Opened | Promise<Opened>;
}

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const tool = (name: string): TargetCall => ({ method: "tools/call", params: { name, arguments: {} } });
const ownCalls = { good: tool("ping"), hanging: tool("hang"), refused: tool("no_such_tool") };

const mcpStdio = (revision: Revision): Subject => ({
  name: "mcp over stdio",
  revision,
  open(lab) {
    const folder = mkdtempSync(join(tmpdir(), "lab-target-"));
    const log = join(folder, "log");
    closers.push(() => rmSync(folder, { recursive: true, force: true }));
    const config = { transport: "stdio", command: process.execPath, args: [STDIO_SERVER, `log=${log}`] };
    const session = parseTarget({ adapter: "mcp", config }, "t").open(lab);
    return {
      session,
      good: tool("echo"),
      hanging: tool("hang"),
      refused: tool("nothing"),
      cancelSeen: async () => {
        while (!readFileSync(log, "utf8").includes('"notifications/cancelled"')) await systemClock.sleep(5);
      },
    };
  },
});

const mcpHttp = (revision: Revision): Subject => ({
  name: "mcp over HTTP",
  revision,
  async open(lab) {
    const server: RawHttpServer = await rawHttpServer(
      withOpening((request) => {
        const { message, method, response } = request;
        if (method === "GET") response.writeHead(405).end();
        else if (method === "DELETE") response.writeHead(200).end();
        else if (message["method"] === "notifications/cancelled") response.writeHead(202).end();
        else if (message["params"].name === "echo")
          request.json({ jsonrpc: "2.0", id: message["id"], result: { content: [], resultType: "complete" } });
        else if (message["params"].name === "nothing")
          request.json({ jsonrpc: "2.0", id: message["id"], error: { code: -32602, message: "no" } });
      }, "session"),
    );
    closers.push(() => server.close());
    const isHanging = ({ message }: RawRequest) => message["params"]?.name === "hang";
    const session = parseTarget({ adapter: "mcp", config: { transport: "http", url: server.url } }, "t").open(lab);
    return {
      session,
      good: tool("echo"),
      hanging: tool("hang"),
      refused: tool("nothing"),
      hangSeen: () => server.when(isHanging),
      cancelSeen: async () => (await server.when(isHanging)).closed,
    };
  },
});

const SUBJECTS: readonly Subject[] = [
  ...(["2025-11-25", "2026-07-28"] as const).flatMap((revision): Subject[] => [
    mcpStdio(revision),
    mcpHttp(revision),
    { name: "in process", revision, open: (lab) => ({ session: createInProcessSession(lab, 1), ...ownCalls }) },
    { name: "own server over HTTP", revision, open: (lab) => ({ session: createOwnHttpSession(lab, 1), ...ownCalls }) },
  ]),
  {
    name: "fake",
    revision: "2026-07-28",
    open(lab) {
      const adapter = createFakeAdapter();
      const failure = { kind: "protocol_error", message: "no", code: -32602 };
      const steps = { good: {}, hanging: { hang: true }, refused: { failure } };
      const session = parseTarget({ adapter: "fake", config: {} }, "t", createAdapterRegistry([adapter])).open(lab);
      // One session for each kind of call, since a plan goes by order and not by name.
      const sessionOf = (name: keyof typeof steps) =>
        parseTarget({ adapter: "fake", config: { calls: [steps[name]] } }, "t", createAdapterRegistry([adapter])).open(
          lab,
        );
      const byName = { good: sessionOf("good"), hanging: sessionOf("hanging"), refused: sessionOf("refused") };
      const isKnown = (name: unknown): name is keyof typeof steps => typeof name === "string" && name in steps;
      let over = false;
      return {
        session: {
          setUp: (operation) => session.setUp(operation),
          cleanUp: (operation) => {
            over = true;
            return session.cleanUp(operation);
          },
          stderrTail: () => session.stderrTail(),
          observations: () => session.observations(),
          async call(call, operation) {
            const failed = { kind: "transport_loss", message: "over" } as const;
            if (over) return { outcome: "transport_loss", failure: failed };
            const { name } = call.params;
            return byName[isKnown(name) ? name : "good"].call(call, operation);
          },
        },
        good: tool("good"),
        hanging: tool("hanging"),
        refused: tool("refused"),
        cancelSeen: async () => {
          expect(adapter.events.map(({ event }) => event)).toContain("given up");
        },
      };
    },
  },
];

describe.each(SUBJECTS.map((subject) => [subject.name, subject.revision, subject] as const))(
  "%s at %s",
  (_, revision, subject) => {
    let count = 0;
    const operation = (name: Operation["name"], controller = new AbortController()): Operation => ({
      name,
      correlationId: `${name}-${++count}`,
      budgetMs: 5_000,
      signal: controller.signal,
    });

    async function opened(): Promise<Opened> {
      const lab: TargetLab = {
        clock: systemClock,
        ids: createSequentialIds("id"),
        env: process.env,
        cwd: process.cwd(),
        protocolVersion: revision,
      };
      const all = await subject.open(lab);
      closers.unshift(() => all.session.cleanUp(operation("clean-up")));
      return all;
    }

    async function ready(): Promise<Opened> {
      const all = await opened();
      expect(await all.session.setUp(operation("set-up"))).toMatchObject({ outcome: "success" });
      return all;
    }

    test("set-up tells who answers and what is spoken", async () => {
      const { session } = await opened();
      const outcome = await session.setUp(operation("set-up"));
      expect(outcome).toMatchObject({
        outcome: "success",
        value: { protocolVersion: revision, capabilities: expect.any(Object) },
      });
    });

    test("a call yields its result, and so does the observer after it", async () => {
      const { session, good } = await ready();
      for (const name of ["execute", "observe"] as const)
        expect(await session.call(good, operation(name))).toMatchObject({
          outcome: "success",
          value: { content: expect.any(Array) },
        });
    });

    test("what the target refuses is data with a kind and a code", async () => {
      const { session, refused, good } = await ready();
      const failure = { kind: "protocol_error", code: -32602, message: expect.any(String) };
      expect(await session.call(refused, operation("execute"))).toMatchObject({ outcome: "error", failure });
      expect(await session.call(good, operation("observe"))).toMatchObject({ outcome: "success" });
    });

    test("a call that is given up ends at once, the target is told, and the next call works", async () => {
      const { session, hanging, good, hangSeen, cancelSeen } = await ready();
      const controller = new AbortController();
      const hung = session.call(hanging, operation("execute", controller));
      const other = session.call(good, operation("observe"));
      expect(await other).toMatchObject({ outcome: "success" }); // the hanging call has been sent before it
      await hangSeen?.();
      controller.abort();
      expect(await hung).toMatchObject({ outcome: "cancelled", failure: { kind: "cancelled" } });
      await cancelSeen?.();
      expect(await session.call(good, operation("observe"))).toMatchObject({ outcome: "success" });
    });

    test("each operation has a signal of its own: one that aborts later touches no other", async () => {
      const { session, good } = await opened();
      const [setUp, call] = [new AbortController(), new AbortController()];
      await session.setUp(operation("set-up", setUp));
      setUp.abort();
      expect(await session.call(good, operation("execute", call))).toMatchObject({ outcome: "success" });
      call.abort();
      expect(await session.call(good, operation("observe"))).toMatchObject({ outcome: "success" });
      expect(await session.cleanUp(operation("clean-up"))).toMatchObject({ outcome: "success" });
    });

    test("set-up that is given up before it begins is no success, and can be cleaned up after", async () => {
      const { session } = await opened();
      const controller = new AbortController();
      controller.abort();
      expect(await session.setUp(operation("set-up", controller))).toMatchObject({ outcome: "cancelled" });
      expect(await session.cleanUp(operation("clean-up"))).toHaveProperty("outcome");
    });

    test("clean-up may be asked for twice at once and again, and is done once", async () => {
      const { session } = await ready();
      const both = await Promise.all([session.cleanUp(operation("clean-up")), session.cleanUp(operation("clean-up"))]);
      expect(both).toMatchObject([{ outcome: "success" }, { outcome: "success" }]);
      expect(await session.cleanUp(operation("clean-up"))).toMatchObject({ outcome: "success" });
    });

    test("clean-up ends a call that hangs, and later calls fail without an exception", async () => {
      const { session, hanging, good } = await ready();
      const controller = new AbortController();
      const hung = session.call(hanging, operation("execute", controller));
      await session.call(good, operation("observe"));
      expect(await session.cleanUp(operation("clean-up"))).toMatchObject({ outcome: "success" });
      controller.abort();
      expect((await hung).outcome).not.toBe("success");
      expect((await session.call(good, operation("observe"))).outcome).not.toBe("success");
    });

    test("clean-up before any set-up is nothing", async () => {
      const { session } = await opened();
      expect(await session.cleanUp(operation("clean-up"))).toMatchObject({ outcome: "success" });
      expect(session.stderrTail()).toBe("");
    });
  },
);
