import { describe, expect, test } from "vitest";
import { createFakeClock } from "../../../src/base/fake-clock.ts";
import { createRandom } from "../../../src/base/random.ts";
import { openDirectly, type OpenOutbound } from "../../../src/client/outbound.ts";
import type { JsonObject } from "../../../src/protocol/json.ts";
import type { Frame } from "../../../src/wire/frame.ts";
import { createMailbox } from "../../../src/wire/mailbox.ts";
import { startPipeline } from "../../../src/wire/pipeline.ts";
import type { Tap, Tapped } from "../../../src/wire/tap.ts";
import type { Transform } from "../../../src/wire/transform.ts";
import type { RawRequest } from "../../fixtures/raw-http-server.ts";
import { connectedOverHttp, connectedOverLink, ERAS, LEGACY, MODERN, signal } from "./harness.ts";

/** A tapped frame in short. */
function short({ direction, exchange, frame }: Tapped): string {
  return `${exchange.sequence} ${exchange.method} ${direction === "to-server" ? ">" : "<"} ${shortFrame(frame)}`;
}

function shortFrame(frame: Frame): string {
  switch (frame.kind) {
    case "bytes":
      return `bytes ${frame.of === undefined ? Buffer.from(frame.bytes as string).toString() : nameOf(frame.of)}`;
    case "message":
      return `message ${nameOf(frame.message)}`;
    case "head":
      return `head ${frame.status} ${frame.shape}`;
    case "close":
      return `close ${frame.how}`;
    case "request":
      return `${frame.method} ${frame.target}`;
    default:
      return frame.kind;
  }
}

function nameOf({ method }: JsonObject): string {
  return typeof method === "string" ? method : "answer";
}

const answer = (id: unknown) => ({ jsonrpc: "2.0", id, result: { resultType: "complete" } });
const progress = (request: JsonObject) => ({
  jsonrpc: "2.0",
  method: "notifications/progress",
  params: {
    progressToken: (request["params"] as { _meta: { progressToken: string } })._meta.progressToken,
    progress: 1,
  },
});

describe("everything that travels is told to the tap, with its exchange", () => {
  test("over a link", async () => {
    const { client, peer, tapped } = await connectedOverLink(LEGACY);
    const call = client.request("tools/call", { name: "x" }, { signal });
    const request = await peer.nextOf("tools/call");
    peer.send(progress(request));
    peer.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
    peer.write("noise\n");
    peer.send(answer(request["id"]));
    await call;
    expect(tapped.map(short)).toEqual([
      "1 initialize > bytes initialize",
      "1 initialize < bytes answer",
      "2 notifications/initialized > bytes notifications/initialized",
      "3 tools/call > bytes tools/call",
      "3 tools/call < bytes notifications/progress",
      "4 $stream < bytes notifications/tools/list_changed",
      "4 $stream < bytes noise",
      "3 tools/call < bytes answer",
    ]);
    const [first] = tapped;
    expect(first?.exchange).toMatchObject({
      direction: "to-server",
      transport: "stdio",
      shape: "stdio",
      era: "legacy",
      connection: 1,
    });
    expect(tapped[3]?.exchange).toMatchObject({ name: "x", request: { method: "tools/call" } });
  });

  test("over HTTP, as a JSON body and as an event stream", async () => {
    await using http = await connectedOverHttp(MODERN, (request) => {
      if (request.message["params"].name === "json") request.json(answer(request.message["id"]));
      else {
        request.stream();
        request.response.write("id: 1\nretry: 5\ndata:\n\n: hello\n\ndata: noise\n\n");
        request.event(progress(request.message));
        request.event(answer(request.message["id"]), "id: 2\nevent: message\n");
        request.response.end();
      }
    });
    await http.client.request("tools/call", { name: "json" }, { signal });
    const ended = new Promise<void>((resolve) => {
      const { push } = http.tapped;
      http.tapped.push = (...what) => {
        if (what[0]?.frame.kind === "close") resolve();
        return push.apply(http.tapped, what);
      };
    });
    await http.client.request("tools/call", { name: "stream" }, { signal });
    await ended;
    expect(http.tapped.map(short)).toEqual([
      "1 server/discover > POST /mcp",
      "1 server/discover > bytes server/discover",
      "1 server/discover < head 200 http-json",
      "1 server/discover < bytes answer",
      "2 tools/call > POST /mcp",
      "2 tools/call > bytes tools/call",
      "2 tools/call < head 200 http-json",
      "2 tools/call < bytes answer",
      "3 tools/call > POST /mcp",
      "3 tools/call > bytes tools/call",
      "3 tools/call < head 200 http-sse",
      "3 tools/call < prime",
      "3 tools/call < comment",
      "3 tools/call < bytes noise",
      "3 tools/call < message notifications/progress",
      "3 tools/call < message answer",
      "3 tools/call < close end",
    ]);
    expect(http.tapped.find(({ frame }) => frame.kind === "prime")?.frame).toEqual({
      kind: "prime",
      id: "1",
      retryMs: 5,
    });
    expect(http.tapped.at(-2)?.frame).toMatchObject({ sse: { id: "2", event: "message" } });
    expect(http.tapped[4]?.frame).toMatchObject({ headers: expect.arrayContaining([["Mcp-Name", "json"]]) });
  });
});

describe("a request that the client closes itself is told", () => {
  const isCall = ({ message }: RawRequest) => message["method"] === "tools/call";

  async function givesUp(http: Awaited<ReturnType<typeof connectedOverHttp>>): Promise<string[]> {
    const controller = new AbortController();
    const call = http.client.request("tools/call", { name: "x" }, { signal: controller.signal });
    const asked = await http.server.when(isCall);
    controller.abort();
    await call;
    await asked.closed;
    return http.tapped.map(short).filter((line) => line.includes("> close") || line.includes("> bytes"));
  }

  test("in the modern era, where that is the cancel", async () => {
    await using http = await connectedOverHttp(MODERN, () => {});
    expect(await givesUp(http)).toEqual([
      "1 server/discover > bytes server/discover",
      "2 tools/call > bytes tools/call",
      "2 tools/call > close cut",
    ]);
  });

  test("in the legacy era after the cancel", async () => {
    await using http = await connectedOverHttp(LEGACY, (request) => {
      if (request.message["method"] === "notifications/cancelled") request.response.writeHead(202).end();
    });
    expect((await givesUp(http)).slice(-3)).toEqual([
      "4 tools/call > bytes tools/call",
      "5 notifications/cancelled > bytes notifications/cancelled",
      "4 tools/call > close cut",
    ]);
  });

  test("and on a link there is none to close", async () => {
    const { client, peer, tapped } = await connectedOverLink(MODERN);
    const controller = new AbortController();
    const call = client.request("tools/call", { name: "x" }, { signal: controller.signal });
    await peer.nextOf("tools/call");
    controller.abort();
    await call;
    expect(tapped.filter(({ frame }) => frame.kind === "close")).toEqual([]);
  });
});

test("the exchange of a call that is given up is cancelled, so that faults on it end", async () => {
  const { client, peer, tapped } = await connectedOverLink(MODERN);
  const controller = new AbortController();
  const call = client.request("tools/call", { name: "x" }, { signal: controller.signal });
  await peer.nextOf("tools/call");
  const exchange = tapped.at(-1)?.exchange;
  expect(exchange).toMatchObject({ method: "tools/call", isCancelled: false });
  controller.abort();
  await call;
  expect(exchange?.isCancelled).toBe(true);
});

describe("the pipeline fits between the client and its sink", () => {
  /** Puts a transform of stage `message` on the exchanges with this method. */
  function faulty(method: string, transform: Transform, tap: Tap): OpenOutbound {
    const direct = openDirectly(tap);
    const fault = {
      name: "test",
      rule: "1",
      stage: "message",
      shapes: [],
      transform,
      maxMs: 0,
      random: createRandom(1),
      shared: createMailbox(),
    } as const;
    const context = {
      clock: createFakeClock(),
      closing: signal,
      listen: () => () => {},
      tap,
      onError: (error: unknown) => {
        throw error;
      },
    };
    return (exchange, sink) => {
      if (exchange.method !== method) return direct(exchange, sink);
      const { queue } = startPipeline(exchange, [fault], sink, context);
      return { push: (frame) => queue.push(frame), end: () => queue.end() };
    };
  }
  /** Sends every message twice. */
  const twice: Transform = async function* (frames) {
    for await (const frame of frames) {
      yield frame;
      if (frame.kind === "message") yield frame;
    }
  };
  /** Says another id than the client did. */
  const otherId: Transform = async function* (frames) {
    for await (const frame of frames) {
      yield frame.kind === "message" ? { ...frame, message: { ...frame.message, id: 77 } } : frame;
    }
  };
  /** Takes a header away. */
  const withoutMethod: Transform = async function* (frames) {
    for await (const frame of frames) {
      const headers = frame.kind === "request" ? frame.headers.filter(([name]) => name !== "Mcp-Method") : [];
      yield frame.kind === "request" ? { ...frame, headers } : frame;
    }
  };

  test.each(ERAS)("on stdio at %s", async (revision) => {
    const tapped: Tapped[] = [];
    const outbound = faulty("tools/call", twice, (what) => tapped.push(what));
    const { client, peer } = await connectedOverLink(revision, { outbound });
    const call = client.request("tools/call", { name: "x" }, { signal });
    const [first, second] = [await peer.nextOf("tools/call"), await peer.nextOf("tools/call")];
    expect(second).toEqual(first);
    peer.send(answer(first["id"]));
    expect(await call).toMatchObject({ ok: true });
    expect(tapped.filter(({ fault }) => fault === "test")).toHaveLength(1);
  });

  test("over HTTP: the body, and its length with it", async () => {
    const outbound = faulty("tools/call", otherId, () => {});
    await using http = await connectedOverHttp(MODERN, (request) => request.json(answer(request.message["id"])), {
      outbound,
    });
    const outcome = await http.client.request("tools/call", { name: "x" }, { signal });
    // The answer has the id that was sent, and so it is the one that is waited for.
    expect(outcome).toMatchObject({ ok: true });
    expect(http.server.requests.at(-1)?.message["id"]).toBe(77);
  });

  test("over HTTP: the head", async () => {
    const outbound = faulty("tools/call", withoutMethod, () => {});
    await using http = await connectedOverHttp(MODERN, (request) => request.json(answer(request.message["id"])), {
      outbound,
    });
    expect(await http.client.request("tools/call", { name: "x" }, { signal })).toMatchObject({ ok: true });
    expect(http.server.requests.at(-1)?.headers).not.toHaveProperty("mcp-method");
    expect(http.server.requests.at(-1)?.headers).toHaveProperty("mcp-name");
  });
});
