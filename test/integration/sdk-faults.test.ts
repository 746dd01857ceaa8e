import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHttp, type HttpServer } from "../fixtures/raw-peer/serve.ts";
import { LEGS, type Leg } from "./sdk/legs.ts";
import { open } from "./sdk/open.ts";
import type { SdkClient } from "./sdk/sdk-client.ts";

// Every fault tool as the clients of the official SDKs see it, on both transports, in every revision; and the ping after each.

/** For calls that are never answered: what the client makes of its own time limit. */
const SHORT_MS = 100;
const NEVER = { timeoutMs: SHORT_MS };

const EVERYWHERE = [
  "ping",
  "delay",
  "hang",
  "disconnect",
  "malformed_message",
  "duplicate_response",
  "protocol_ping_liveness",
  "oversized_response",
  "invalid_progress",
];

let http: HttpServer;
let url: string;

beforeAll(async () => {
  http = await startHttp();
  url = `http://127.0.0.1:${http.port}/mcp`;
});

afterAll(async () => {
  http.process.kill("SIGTERM");
  expect(await http.process.exit()).toEqual({ code: 0, signal: null });
  expect(http.process.stderr).not.toContain("internal error");
});

describe.each(LEGS)("%s", (_name, leg) => {
  let client: SdkClient;

  beforeAll(async () => {
    client = await connect();
  });

  afterAll(() => client.close());

  const connect = (options?: Parameters<typeof open>[3]) => open(leg, url, [], options);

  /** The next call on the same connection. */
  async function expectHealthy(on = client): Promise<void> {
    const { text = "" } = await on.call("ping");
    expect(JSON.parse(text)).toEqual({ status: "ok", timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) });
  }

  test("agrees on the revision, and lists the tools of its transport and era", async () => {
    expect([client.revision, client.serverName]).toEqual([leg.revision, "mcp-failure-lab"]);
    const own =
      leg.transport === "stdio" ? ["response_after_cancellation"] : leg.era === "legacy" ? ["session_loss"] : [];
    expect((await client.list("tools")).toSorted()).toEqual([...EVERYWHERE, ...own].toSorted());
    expect(client.errors.all).toEqual([]);
  });

  test("delay: the result, later", async () => {
    const start = performance.now();
    expect(await client.call("delay", { delayMs: 30 })).toEqual({
      text: '{"status":"delayed","delayMs":30}',
      isError: false,
    });
    expect(performance.now() - start).toBeGreaterThanOrEqual(30);
    await expectHealthy();
  });

  test("arguments outside the limits: an error result that names the limit", async () => {
    expect(await client.call("delay", { delayMs: 30_001 })).toEqual({
      text: "Tool delay: $.delayMs: found 30001, allowed is a whole number from 0 to 30000",
      isError: true,
    });
    await expectHealthy();
  });

  test("an unknown tool: a protocol error that names it", async () => {
    expect((await client.call("nope")).thrown).toBe(protocolError(leg, -32602, "Unknown tool: nope"));
    await expectHealthy();
  });

  test("hang: the call's own time limit", async () => {
    expect((await client.call("hang", {}, NEVER)).thrown).toBe(timedOut(leg));
    await expectHealthy();
  });

  test("hang, cancelled: the cancel travels in the way of its era", async () => {
    const cancel = new AbortController();
    const asked = client.requests.all.length;
    const call = client.call("hang", {}, { signal: cancel.signal });
    await client.call("ping");
    cancel.abort("enough");
    expect((await call).thrown).toBe(cancelled(leg, "enough"));
    if (leg.transport === "http" && leg.era === "legacy")
      await client.requests.until("POST notifications/cancelled -> 202", asked);
    await expectHealthy();
  });

  test.each(["missing-jsonrpc", "invalid-jsonrpc-version", "result-with-error"])(
    "malformed_message %s: not believed",
    async (variant) => {
      const before = client.errors.all.length;
      const cancel = new AbortController();
      const call = client.call("malformed_message", { variant }, { signal: cancel.signal });
      await client.errors.until("ZodError: ", before);
      // A line that breaks the rules is dropped, and the call waits on; a JSON body that does fails the request that it answers.
      if (leg.transport === "stdio") cancel.abort("enough");
      expect((await call).thrown).toMatch(leg.transport === "stdio" ? cancelled(leg, "enough") : /^ZodError: /);
      await expectHealthy();
    },
  );

  test("duplicate_response: the first answer counts, the second is told as unknown", async () => {
    const before = client.errors.all.length;
    expect(await client.call("duplicate_response")).toEqual({ text: '{"status":"duplicated"}', isError: false });
    await client.errors.until("Received a response for an unknown message ID", before);
    await expectHealthy();
  });

  test("invalid_progress unknown-token: told, and the call succeeds", async () => {
    const before = client.errors.all.length;
    expect(await client.call("invalid_progress", { variant: "unknown-token" })).toMatchObject({ isError: false });
    await client.errors.until("progress notification for an unknown token", before);
    await expectHealthy();
  });

  test("invalid_progress regressing-progress: handed on as it came", async () => {
    const seen: number[] = [];
    const args = { variant: "regressing-progress" };
    const outcome = await client.call("invalid_progress", args, { onProgress: (progress) => seen.push(progress) });
    expect([outcome.text, seen]).toEqual([
      '{"status":"invalid_progress_sent","variant":"regressing-progress"}',
      [2, 1],
    ]);
    await expectHealthy();
  });

  test("invalid_progress after-completion: told once the call is over", async () => {
    const before = client.errors.all.length;
    expect(await client.call("invalid_progress", { variant: "after-completion" })).toMatchObject({ isError: false });
    await client.errors.until("progress notification for an unknown token", before);
    await expectHealthy();
  });

  test("protocol_ping_liveness: the client answers the ping, where its era has one", async () => {
    const outcome = await client.call("protocol_ping_liveness", { pingAfterMs: 0, livenessTimeoutMs: 5_000 });
    const isAlive = leg.era === "legacy";
    expect(JSON.parse(outcome.text ?? "")).toEqual({
      status: isAlive ? "protocol_ping_succeeded" : "protocol_ping_failed",
      protocolPing: { outcome: isAlive ? "success" : "unsupported" },
      transport: { outcome: "retained" },
    });
    expect(outcome).toMatchObject({ isError: !isAlive });
    await expectHealthy();
  });

  test("oversized_response: every byte of it", async () => {
    const { text = "" } = await client.call("oversized_response", { sizeBytes: 262_144 });
    expect(text === "x".repeat(262_144)).toBe(true);
    await expectHealthy();
  });

  test("a tool that is not offered here is refused, and says why", async () => {
    const [name, args] =
      leg.transport === "stdio"
        ? ["session_loss", { activation: "after_response" }]
        : ["response_after_cancellation", {}];
    expect((await client.call(name, args)).thrown).toContain(`Tool ${name} is not available here: it works on `);
    await expectHealthy();
  });

  test("what the SDK told nobody of stays untold: only the faults were noticed", () => {
    const known = /ZodError|unknown message ID|unknown token/;
    expect(client.errors.all.filter((error) => !known.test(error))).toEqual([]);
  });
});

describe.each(LEGS.filter(([, { transport }]) => transport === "stdio"))("%s", (_name, leg) => {
  test("response_after_cancellation: the late answer is told as unknown", async () => {
    const client = await open(leg, url, []);
    const cancel = new AbortController();
    const seen: number[] = [];
    const armed = new Promise<void>((resolve) => {
      void client
        .call(
          "response_after_cancellation",
          {},
          {
            signal: cancel.signal,
            onProgress: (progress) => {
              seen.push(progress);
              resolve();
            },
          },
        )
        .then(({ thrown }) => client.notified.tell(`ended: ${thrown}`));
    });
    await armed;
    expect(client.errors.all).toEqual([]);
    cancel.abort("changed my mind");
    expect(await client.notified.until("ended")).toBe(`ended: ${cancelled(leg, "changed my mind")}`);
    await client.errors.until("Received a response for an unknown message ID");
    expect(seen).toEqual([1]);
    expect(await client.call("ping")).toMatchObject({ isError: false });
    await client.close();
  });

  test("disconnect: every call of the connection is lost, and a new one is healthy", async () => {
    const client = await open(leg, url, []);
    const waiting = client.call("hang");
    const closed =
      leg.sdk === "v1"
        ? "McpError -32000: MCP error -32000: Connection closed"
        : "SdkError CONNECTION_CLOSED: Connection closed";
    expect(await client.call("disconnect")).toEqual({ thrown: closed });
    expect(await waiting).toEqual({ thrown: closed });
    await client.closed;
    expect((await client.call("ping")).thrown).toContain("Not connected");
    const another = await open(leg, url, []);
    expect(await another.call("ping")).toMatchObject({ isError: false });
    await another.close();
  });

  test("oversized_response: a client that reads 4 KiB takes 1 KiB and refuses 8 KiB", async () => {
    const client = await open(leg, url, ["--tools", "oversized_response"], { maxBufferSize: 4096 });
    const small = await client.call("oversized_response", { sizeBytes: 1024 });
    expect(small).toEqual({ text: "x".repeat(1024), isError: false });
    const { thrown } = await client.call("oversized_response", { sizeBytes: 8192 });
    expect(thrown).toContain("Connection closed");
    expect(await client.errors.until("ReadBuffer exceeded maximum size")).toContain("4096");
    await client.closed;
  });
});

describe.each(LEGS.filter(([, { transport }]) => transport === "http"))("%s", (_name, leg) => {
  const lost = /^TypeError: (fetch failed|terminated)$/;

  test("disconnect: this request is cut, the same client goes on", async () => {
    const client = await open(leg, url, []);
    const waiting = client.call("delay", { delayMs: 50 });
    expect((await client.call("disconnect")).thrown).toMatch(lost);
    expect(await waiting).toMatchObject({ isError: false });
    expect(await client.call("ping")).toMatchObject({ isError: false });
    await client.close();
  });

  test("protocol_ping_liveness, no answer to the ping, closeOnFailure: this request is cut", async () => {
    const client = await open(leg, url, [], { mute: true });
    const args = { pingAfterMs: 0, livenessTimeoutMs: 30, closeOnFailure: true };
    const cancel = new AbortController();
    const call = client.call("protocol_ping_liveness", args, { signal: cancel.signal });
    if (leg.era === "legacy") {
      // With a ping the answer has begun as an event stream, and the SDK waits on where that is cut.
      await client.errors.until("SSE stream disconnected: TypeError: terminated");
      cancel.abort("enough");
    }
    expect((await call).thrown).toMatch(leg.era === "legacy" ? cancelled(leg, "enough") : lost);
    expect(await client.call("ping")).toMatchObject({ isError: false });
    await client.close();
  });
});

describe.each(LEGS.filter(([, { transport, era }]) => transport === "http" && era === "legacy"))("%s", (_name, leg) => {
  const gone = leg.sdk === "v1" ? /^StreamableHTTPError 404: / : /^SdkHttpError CLIENT_HTTP_NOT_IMPLEMENTED 404: /;

  test.each(["after_response", "during_request"])(
    "session_loss %s: 404 from then on, other sessions go on",
    async (activation) => {
      const [client, other] = [await open(leg, url, []), await open(leg, url, [])];
      const outcome = await client.call("session_loss", { activation });
      expect(outcome.thrown ?? outcome.text).toBe(
        activation === "after_response"
          ? '{"status":"session_lost","activation":"after_response"}'
          : "TypeError: fetch failed",
      );
      for (let i = 0; i < 2; i++) {
        const { thrown } = await client.call("ping");
        expect(thrown).toMatch(gone);
        expect(thrown).toContain("Session not found");
      }
      expect(await other.call("ping")).toMatchObject({ isError: false });
      await Promise.all([client.close(), other.close()]);
    },
  );
});

function timedOut(leg: Leg): string {
  return leg.sdk === "v1"
    ? "McpError -32001: MCP error -32001: Request timed out"
    : "SdkError REQUEST_TIMEOUT: Request timed out";
}

function cancelled(leg: Leg, reason: string): string {
  return leg.sdk === "v1" ? `McpError -32001: MCP error -32001: ${reason}` : `SdkError REQUEST_TIMEOUT: ${reason}`;
}

function protocolError(leg: Leg, code: number, message: string): string {
  return leg.sdk === "v1" ? `McpError ${code}: MCP error ${code}: ${message}` : `ProtocolError ${code}: ${message}`;
}
