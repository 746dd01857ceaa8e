import { describe, expect, test } from "vitest";
import { createFakeClock, type FakeClock } from "../../../src/base/fake-clock.ts";
import type { RawRequest } from "../../fixtures/raw-http-server.ts";
import { connectedOverHttp, LEGACY, MODERN, noticed, signal } from "./harness.ts";

const isGet = ({ method }: RawRequest) => method === "GET";
const isCall = ({ message }: RawRequest) => message["method"] === "tools/call";
const answerTo = (call: RawRequest | undefined, more: object = {}) => ({
  jsonrpc: "2.0",
  id: call?.message["id"],
  result: { resultType: "complete", ...more },
});

/** Lets sockets do their work until the client waits for this many timers. */
async function untilWaiting(clock: FakeClock, timers = 1): Promise<void> {
  while (clock.pending < timers) await clock.advance(0);
}

/** Ends the stream after one event that has an id. */
function primeAndEnd(call: RawRequest, id: string, retry = ""): void {
  call.stream();
  call.response.end(`id: ${id}\n${retry}data:\n\n`);
}

describe("a call's stream that ends early in the legacy era", () => {
  /** The standing stream is refused; what `handler` gets are calls and resumptions. */
  async function opened(handler: (request: RawRequest) => void) {
    const clock = createFakeClock();
    let standing = true;
    const http = await connectedOverHttp(
      LEGACY,
      (request) => {
        if (!isGet(request) || request.headers["last-event-id"] !== undefined) handler(request);
        else if (standing) request.response.writeHead(405).end();
        standing = false;
      },
      { clock, get: true, session: "abc" },
    );
    await http.server.when(isGet);
    return Object.assign(http, { clock });
  }
  const isResumption = (request: RawRequest) => isGet(request) && request.headers["last-event-id"] !== undefined;

  test("is resumed by GET after the time that the server asked for, and the call is made once", async () => {
    await using http = await opened((request) => {
      if (isCall(request)) {
        request.stream();
        request.response.end("id: e0\nretry: 500\ndata:\n\nid: e1\ndata:\n\n"); // the last word on either counts
      } else {
        request.stream();
        request.event(answerTo(http.server.requests.find(isCall), { late: true }), "id: e2\n");
        request.response.end();
      }
    });
    const call = http.client.request("tools/call", { name: "x" }, { signal });
    await untilWaiting(http.clock);
    await http.clock.advance(499);
    expect(http.server.requests.filter(isResumption)).toEqual([]);
    await http.clock.advance(1);
    expect(await call).toMatchObject({ ok: true, value: { late: true } });
    const [resumption] = http.server.requests.filter(isResumption);
    expect(resumption?.headers).toMatchObject({
      "last-event-id": "e1",
      accept: "text/event-stream",
      "mcp-session-id": "abc",
      "mcp-protocol-version": LEGACY,
    });
    expect(http.server.requests.filter(isCall)).toHaveLength(1);
  });

  test("is resumed again from where it then was, by cut or end, one second apart by default", async () => {
    let resumed = 0;
    await using http = await opened((request) => {
      if (isCall(request)) {
        request.stream();
        request.response.write("id: e1\ndata:\n\n", () => request.socket.destroy());
      } else if (++resumed === 1) primeAndEnd(request, "e2");
      else {
        request.stream();
        request.event(answerTo(http.server.requests.find(isCall)));
        request.response.end();
      }
    });
    const call = http.client.request("tools/call", { name: "x" }, { signal });
    for (const _ of ["e1", "e2"]) {
      await untilWaiting(http.clock);
      await http.clock.advance(999);
      expect(http.clock.pending).toBe(1);
      await http.clock.advance(1);
      while (http.clock.pending === 0 && resumed < 2) await http.clock.advance(0);
    }
    expect(await call).toMatchObject({ ok: true });
    const ids = http.server.requests.filter(isResumption).map(({ headers }) => headers["last-event-id"]);
    expect(ids).toEqual(["e1", "e2"]);
  });

  test.each<[string, (request: RawRequest) => void, string]>([
    ["405", ({ response }) => void response.writeHead(405).end(), "HTTP 405"],
    ["404", ({ response }) => void response.writeHead(404).end(), "HTTP 404"],
    ["JSON", (request) => request.json({}), 'HTTP 200 with the content type "application/json"'],
  ])("is lost where its resumption is answered by %s", async (_, refuse, says) => {
    await using http = await opened((request) => (isCall(request) ? primeAndEnd(request, "e1") : refuse(request)));
    const call = http.client.request("tools/call", { name: "x" }, { signal });
    await untilWaiting(http.clock);
    await http.clock.advance(1_000);
    const message = `the answer's stream ended without the answer, and it could not be resumed: ${says}`;
    expect(await call).toEqual({ ok: false, failure: { kind: "transport_loss", message } });
    expect(http.server.requests.filter(isResumption)).toHaveLength(1);
  });

  test("is lost after three resumptions that bring nothing new, each waited for twice as long", async () => {
    await using http = await opened((request) => primeAndEnd(request, "e1", "retry: 100\n"));
    const call = http.client.request("tools/call", { name: "x" }, { signal });
    for (const ms of [100, 200, 400]) {
      await untilWaiting(http.clock);
      await http.clock.advance(ms - 1);
      expect(http.clock.pending).toBe(1);
      await http.clock.advance(1);
    }
    const message = "the answer's stream ended without the answer";
    expect(await call).toEqual({ ok: false, failure: { kind: "transport_loss", message } });
    expect(http.server.requests.filter(isResumption)).toHaveLength(3);
  });

  test("is not resumed by a call that was given up", async () => {
    await using http = await opened((request) => {
      if (isCall(request)) primeAndEnd(request, "e1");
      else request.response.writeHead(202).end();
    });
    const controller = new AbortController();
    const call = http.client.request("tools/call", { name: "x" }, { signal: controller.signal });
    await untilWaiting(http.clock);
    controller.abort();
    expect(await call).toMatchObject({ ok: false, failure: { kind: "cancelled" } });
    await http.client.close({ signal });
    expect(http.clock.pending).toBe(0);
    expect(http.server.requests.filter(isResumption)).toEqual([]);
  });

  test("is not resumed once the answer has come by another way", async () => {
    const clock = createFakeClock();
    await using http = await connectedOverHttp(
      LEGACY,
      (request) => {
        if (isCall(request)) primeAndEnd(request, "e1");
        else if (isGet(request)) request.stream();
      },
      { clock, get: true },
    );
    const get = await http.server.when(isGet);
    const call = http.client.request("tools/call", { name: "x" }, { signal });
    await untilWaiting(clock);
    get.event(answerTo(http.server.requests.find(isCall)));
    expect(await call).toMatchObject({ ok: true });
    await clock.advance(10_000);
    expect(http.server.requests.filter(isGet)).toHaveLength(1);
  });

  test("is lost at once where no event had an id", async () => {
    await using http = await opened((request) => {
      request.stream();
      request.response.end("retry: 5\n\n: hello\n\n");
    });
    const message = "the answer's stream ended without the answer";
    const outcome = await http.client.request("tools/call", { name: "x" }, { signal });
    expect(outcome).toEqual({ ok: false, failure: { kind: "transport_loss", message } });
  });
});

test("a stream that ends early in the modern era is never resumed", async () => {
  await using http = await connectedOverHttp(MODERN, (request) => primeAndEnd(request, "e1"));
  const message = "the answer's stream ended without the answer";
  const outcome = await http.client.request("tools/call", { name: "x" }, { signal });
  expect(outcome).toEqual({ ok: false, failure: { kind: "transport_loss", message } });
  expect(http.server.requests.filter(isGet)).toEqual([]);
});

test("a stream that ends after its answer leaves nothing behind", async () => {
  const clock = createFakeClock();
  await using http = await connectedOverHttp(
    MODERN,
    (request) => {
      request.stream();
      request.event(answerTo(request));
    },
    { clock },
  );
  expect(await http.client.request("tools/call", { name: "x" }, { signal })).toMatchObject({ ok: true });
  await untilWaiting(clock);
  http.server.requests.find(isCall)?.response.end();
  while (clock.pending > 0) await clock.advance(0);
  expect(clock.now()).toBe(0);
});

test("a stream that goes on after its answer is closed five seconds later", async () => {
  const clock = createFakeClock();
  await using http = await connectedOverHttp(
    MODERN,
    (request) => {
      request.stream();
      request.event(answerTo(request));
    },
    { clock },
  );
  expect(await http.client.request("tools/call", { name: "x" }, { signal })).toMatchObject({ ok: true });
  const [call] = http.server.requests.filter(isCall);
  await untilWaiting(clock);
  await clock.advance(4_999);
  expect(clock.pending).toBe(1);
  await clock.advance(1);
  await call?.closed;
  expect(clock.pending).toBe(0);
});

describe("the standing stream of the legacy era", () => {
  async function opened(get: (request: RawRequest, nth: number) => void) {
    const clock = createFakeClock();
    let asked = 0;
    const http = await connectedOverHttp(
      LEGACY,
      (request) => {
        if (isGet(request)) get(request, ++asked);
        else if (request.message["method"] === undefined) request.response.writeHead(202).end();
        else request.json(answerTo(request));
      },
      { clock, get: true, session: "abc" },
    );
    await http.server.when(isGet);
    return Object.assign(http, { clock });
  }
  const callOnce = (http: Awaited<ReturnType<typeof opened>>) =>
    http.client.request("tools/call", { name: "x" }, { signal });

  test("is asked for once where the server has none, and calls go on", async () => {
    await using http = await opened(({ response }) => void response.writeHead(405).end());
    expect(await callOnce(http)).toMatchObject({ ok: true });
    await http.clock.advance(3_600_000);
    expect(http.server.requests.filter(isGet)).toHaveLength(1);
    expect(noticed(http.client, ["connection"])).toEqual(["connection: no standing stream: HTTP 405"]);
  });

  test.each<[string, (request: RawRequest) => void]>([
    ["JSON", (request) => request.json({})],
    ["no content type", ({ response }) => void response.writeHead(200).end()],
    ["304", ({ response }) => void response.writeHead(304).end()],
    ["404", ({ response }) => void response.writeHead(404).end()],
  ])("is asked for once where it is answered by %s", async (_, get) => {
    await using http = await opened(get);
    expect(await callOnce(http)).toMatchObject({ ok: true });
    await http.clock.advance(3_600_000);
    expect(http.server.requests.filter(isGet)).toHaveLength(1);
  });

  test("that never answers holds up nothing", async () => {
    await using http = await opened(() => {});
    expect(await callOnce(http)).toMatchObject({ ok: true });
    expect(await http.client.close({ signal })).toBeUndefined();
    const [get] = http.server.requests.filter(isGet);
    await get?.closed;
  });

  test("that is waited for is given up with the client", async () => {
    await using http = await opened((request) => {
      request.stream();
      request.response.end();
    });
    await untilWaiting(http.clock);
    await http.client.close({ signal });
    expect(http.clock.pending).toBe(0);
  });

  test("that ends at once each time is left alone after three, further apart each time", async () => {
    await using http = await opened((request) => {
      request.stream();
      request.response.end();
    });
    for (const ms of [2_000, 4_000]) {
      await untilWaiting(http.clock);
      await http.clock.advance(ms - 1);
      expect(http.clock.pending).toBe(1);
      await http.clock.advance(1);
    }
    expect(await callOnce(http)).toMatchObject({ ok: true });
    await http.server.when(isGet, 3);
    await http.clock.advance(3_600_000);
    expect(http.server.requests.filter(isGet)).toHaveLength(3);
    expect(http.clock.pending).toBe(0);
  });

  test("brings notifications, requests and even answers, and goes on from its last event", async () => {
    let heard = (): void => {};
    const notified = new Promise<void>((resolve) => (heard = resolve));
    let asked = 0;
    await using http = await connectedOverHttp(
      LEGACY,
      (request) => {
        if (isGet(request) && ++asked === 1) request.stream();
        else if (request.message["method"] === undefined && !isGet(request)) request.response.writeHead(202).end();
      },
      { get: true, session: "abc", onNotification: () => heard() },
    );
    const get = await http.server.when(isGet);
    get.event({ jsonrpc: "2.0", method: "notifications/tools/list_changed" }, "id: g1\nretry: 1\n");
    await notified;
    get.event({ jsonrpc: "2.0", id: 1, method: "ping" });
    await http.server.when(({ message }) => "result" in message);
    const call = http.client.request("tools/call", { name: "x" }, { signal });
    get.event(answerTo(await http.server.when(isCall)));
    expect(await call).toMatchObject({ ok: true });
    const text = `connection: the answer to call 2 came on another stream than its own`;
    expect(noticed(http.client, ["connection"])).toContain(text);
    get.response.end();
    const next = await http.server.when(isGet, 2);
    expect(next.headers).toMatchObject({ "last-event-id": "g1", "mcp-session-id": "abc" });
  });
});

describe.each([LEGACY, MODERN] as const)("what comes behind an answer, at %s", (revision) => {
  async function answered() {
    const clock = createFakeClock();
    let stream: RawRequest | undefined;
    const http = await connectedOverHttp(
      revision,
      (request) => {
        if (!isCall(request)) return;
        stream = request;
        request.stream();
        request.event(answerTo(request));
      },
      { clock },
    );
    expect(await http.client.request("tools/call", { name: "x" }, { signal })).toMatchObject({ ok: true });
    if (stream === undefined) throw new Error("the call has not arrived");
    return Object.assign(http, { clock, stream });
  }

  test("is seen, although the client is being closed", async () => {
    await using http = await answered();
    const closed = http.client.close({ signal });
    http.stream.event(answerTo(http.stream));
    http.stream.response.end();
    await closed;
    expect(noticed(http.client)).toEqual([expect.stringMatching(/^duplicate_answer: /)]);
    expect(http.clock.pending).toBe(0);
  });

  test("is not waited for without end", async () => {
    await using http = await answered();
    const closed = http.client.close({ signal });
    await untilWaiting(http.clock, 2); // that the stream lingers, and that the client waits for it
    await http.clock.advance(200);
    await closed;
    expect(http.clock.pending).toBe(0);
  });
});
