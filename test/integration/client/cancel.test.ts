import { describe, expect, test } from "vitest";
import { connectedOverHttp, connectedOverLink, ERAS, LEGACY, linked, MODERN, served, signal } from "./harness.ts";
import { createFakeClock } from "../../../src/base/fake-clock.ts";
import { createClient } from "../../../src/client/client.ts";
import { channelOf, createLineTransport } from "../../../src/client/line-transport.ts";
import { succeeded } from "../../../src/client/outcome.ts";
import { createLinkedPair } from "../../../src/wire/link.ts";
import { rawLinePeer } from "../../fixtures/raw-line-peer.ts";
import { withOpening, type RawRequest } from "../../fixtures/raw-http-server.ts";

const isCall = ({ message }: RawRequest) => message["method"] === "tools/call";
const isCancel = ({ message }: RawRequest) => message["method"] === "notifications/cancelled";
const GIVEN_UP = { ok: false, failure: { kind: "cancelled", message: "given up before an answer came" } };

describe("giving a call up", () => {
  test.each(ERAS)("is a notification on stdio at %s, and the call does not wait for anything", async (revision) => {
    const { client, peer, clock } = await connectedOverLink(revision);
    const controller = new AbortController();
    const call = client.request("tools/call", { name: "x" }, { signal: controller.signal });
    const { id, params } = await peer.nextOf("tools/call");
    controller.abort();
    expect(await call).toEqual(GIVEN_UP);
    const cancelled = await peer.next();
    expect(cancelled).toMatchObject({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
    const { progressToken: _, ...envelope } = params._meta;
    expect(cancelled["params"]._meta).toEqual(revision === MODERN ? envelope : undefined);
    expect(clock.pending).toBe(0);
  });

  test("is a POST of the session in the legacy era, and the request is closed after it", async () => {
    await using http = await connectedOverHttp(
      LEGACY,
      (request) => {
        if (isCancel(request)) request.response.writeHead(202).end();
      },
      { session: "abc" },
    );
    const controller = new AbortController();
    const call = http.client.request("tools/call", { name: "x" }, { signal: controller.signal });
    const asked = await http.server.when(isCall);
    controller.abort();
    expect(await call).toEqual(GIVEN_UP);
    const cancel = await http.server.when(isCancel);
    expect(cancel.message["params"]).toMatchObject({ requestId: asked.message["id"] });
    expect(cancel.headers).toMatchObject({ "mcp-session-id": "abc", "mcp-protocol-version": LEGACY });
    await asked.closed;
  });

  test("closes the request in the modern era, and nothing is posted", async () => {
    await using http = await connectedOverHttp(MODERN, () => {});
    const controller = new AbortController();
    const call = http.client.request("tools/call", { name: "x" }, { signal: controller.signal });
    const asked = await http.server.when(isCall);
    controller.abort();
    expect(await call).toEqual(GIVEN_UP);
    await asked.closed;
    await http.client.close({ signal });
    expect(http.server.requests.filter(isCancel)).toEqual([]);
  });

  test.each(ERAS)("closes an event stream that has begun at %s", async (revision) => {
    await using http = await connectedOverHttp(revision, (request) => {
      if (isCancel(request)) request.response.writeHead(202).end();
      else request.stream();
    });
    const controller = new AbortController();
    let begin = (): void => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const options = { signal: controller.signal, onNotification: () => begin() };
    const call = http.client.request("tools/call", { name: "x" }, options);
    const asked = await http.server.when(isCall);
    asked.event({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: 1 } });
    await begun;
    controller.abort();
    expect(await call).toEqual(GIVEN_UP);
    await asked.closed;
  });

  test.each(ERAS)("under a signal that has aborted already sends nothing at %s", async (revision) => {
    const { client, peer } = await connectedOverLink(revision);
    const before = peer.received.length;
    expect(await client.request("tools/call", { name: "x" }, { signal: AbortSignal.abort() })).toEqual(GIVEN_UP);
    await client.close({ signal });
    await peer.ended;
    expect(peer.received).toHaveLength(before);
  });

  test.each(ERAS)("after the answer does nothing at %s", async (revision) => {
    const { client, peer } = await connectedOverLink(revision);
    const controller = new AbortController();
    const call = client.request("tools/call", { name: "x" }, { signal: controller.signal });
    peer.send({ jsonrpc: "2.0", id: (await peer.nextOf("tools/call"))["id"], result: { resultType: "complete" } });
    await call;
    const before = peer.received.length;
    controller.abort();
    await client.close({ signal });
    await peer.ended;
    expect(peer.received).toHaveLength(before);
  });

  test("does not wait for a cancel that is not answered, and closes the request all the same", async () => {
    await using http = await connectedOverHttp(LEGACY, () => {});
    const controller = new AbortController();
    const call = http.client.request("tools/call", { name: "x" }, { signal: controller.signal });
    const asked = await http.server.when(isCall);
    controller.abort();
    expect(await call).toEqual(GIVEN_UP);
    await asked.closed;
  });
});

describe("initialize is never cancelled", () => {
  test("on stdio", async () => {
    const { client, peer } = linked(LEGACY);
    const controller = new AbortController();
    const connected = client.connect(controller.signal);
    await peer.nextOf("initialize");
    controller.abort();
    expect(await connected).toMatchObject({ ok: false, failure: { kind: "cancelled" } });
    await client.close({ signal });
    await peer.ended;
    expect(peer.received).toHaveLength(1);
  });

  test("over HTTP, where its request is closed", async () => {
    await using http = await served(LEGACY, () => {});
    const controller = new AbortController();
    const connected = http.client.connect(controller.signal);
    const asked = await http.server.when(({ message }) => message["method"] === "initialize");
    controller.abort();
    expect(await connected).toMatchObject({ ok: false, failure: { kind: "cancelled" } });
    await asked.closed;
    expect(http.server.requests).toHaveLength(1);
  });
});

describe("closing the client", () => {
  test.each(ERAS)("ends the calls that wait, and is the same when asked twice at once at %s", async (revision) => {
    const { client, peer } = await connectedOverLink(revision);
    const call = client.request("tools/call", { name: "x" }, { signal });
    await peer.nextOf("tools/call");
    const closed = Promise.all([client.close({ signal }), client.close({ signal })]);
    const message = "the client was closed before an answer came";
    expect(await call).toEqual({ ok: false, failure: { kind: "transport_loss", message } });
    expect(await closed).toEqual([undefined, undefined]);
    await peer.ended;
    const later = await client.request("tools/call", { name: "x" }, { signal });
    expect(later).toEqual({ ok: false, failure: { kind: "transport_loss", message: "the client is closed" } });
  });

  test("sends one DELETE, as the last request, once a cancel that is on its way has been taken", async () => {
    let takeCancel = (): void => {};
    await using http = await connectedOverHttp(
      LEGACY,
      (request) => {
        if (isCancel(request)) takeCancel = () => request.response.writeHead(202).end();
        else if (request.url === "/barrier") request.response.end();
      },
      { session: "abc" },
    );
    const isDelete = ({ method }: RawRequest) => method === "DELETE";
    const controller = new AbortController();
    void http.client.request("tools/call", { name: "x" }, { signal: controller.signal });
    await http.server.when(isCall);
    controller.abort();
    await http.server.when(isCancel);
    const closed = Promise.all([http.client.close({ signal }), http.client.close({ signal })]);
    await fetch(new URL("/barrier", http.server.url), { method: "POST" });
    expect(http.server.requests.filter(isDelete)).toEqual([]);
    takeCancel();
    expect(await closed).toEqual([undefined, undefined]);
    expect(http.server.requests.filter(isDelete)).toHaveLength(1);
    const last = http.server.requests.at(-1);
    expect(last?.method).toBe("DELETE");
    expect(last?.headers).toMatchObject({ "mcp-session-id": "abc", "mcp-protocol-version": LEGACY });
    expect(last?.body).toBe("");
  });

  test.each([
    [200, undefined],
    [204, undefined],
    [404, undefined],
    [405, undefined],
    [501, undefined],
    [500, { kind: "invalid_message", message: "HTTP 500 (no content type): an empty body", httpStatus: 500 }],
    [301, { kind: "invalid_message", message: "HTTP 301 redirects, and redirects are refused", httpStatus: 301 }],
  ])("takes %s to DELETE as it is meant", async (status, expected) => {
    await using http = await served(
      LEGACY,
      withOpening(
        (request) => void request.response.writeHead(request.method === "DELETE" ? status : 405).end(),
        "abc",
      ),
    );
    await http.client.connect(signal);
    expect(await http.client.close({ signal })).toEqual(expected);
  });

  test("closes the requests that wait before DELETE is answered, and every connection after it", async () => {
    let takeDelete = (): void => {};
    await using http = await served(
      LEGACY,
      withOpening((request) => {
        const { method, response, message } = request;
        if (message["method"] === "tools/list") request.json({ jsonrpc: "2.0", id: message["id"], result: {} });
        else if (method === "DELETE") takeDelete = () => response.writeHead(200).end();
        else if (method === "GET") response.writeHead(405).end();
      }, "abc"),
    );
    await http.client.connect(signal);
    await Promise.all([1, 2, 3].map(() => http.client.request("tools/list", {}, { signal })));
    void http.client.request("tools/call", { name: "x" }, { signal });
    const asked = await http.server.when(isCall);
    const closed = http.client.close({ signal });
    await asked.closed;
    await http.server.when(({ method }) => method === "DELETE");
    const sockets = new Set(http.server.requests.map(({ socket }) => socket));
    expect(sockets.size).toBeGreaterThan(2); // one for the call, one for DELETE, and the others idle
    const gone = [...sockets]
      .filter(({ destroyed }) => !destroyed)
      .map((socket) => new Promise((done) => socket.once("close", done)));
    takeDelete();
    expect(await closed).toBeUndefined();
    await Promise.all(gone);
  });

  test("does not wait longer for DELETE than its signal lives", async () => {
    await using http = await served(
      LEGACY,
      withOpening((request) => void (request.method === "DELETE" || request.response.writeHead(405).end()), "abc"),
    );
    await http.client.connect(signal);
    const controller = new AbortController();
    const closed = http.client.close({ signal: controller.signal });
    const asked = await http.server.when(({ method }) => method === "DELETE");
    controller.abort();
    expect(await closed).toEqual({ kind: "cancelled", message: "DELETE was not answered in time" });
    await asked.closed;
  });

  test.each([
    ["without a session", LEGACY, undefined],
    ["in the modern era", MODERN, "abc"],
  ] as const)("sends no DELETE %s", async (_, revision, session) => {
    await using http = await connectedOverHttp(revision, () => {}, session === undefined ? {} : { session });
    expect(await http.client.close({ signal })).toBeUndefined();
    expect(http.server.requests.filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  test("before connecting is nothing, and nothing is opened later", async () => {
    let opened = 0;
    const open = () => Promise.reject(new Error(`opened ${++opened}`));
    const transport = createLineTransport({ open });
    const clock = createFakeClock();
    const client = createClient({ transport, clock, clientInfo: { name: "lab", version: "0" }, revision: LEGACY });
    expect(await client.close({ signal })).toBeUndefined();
    const message = "the client is closed";
    expect(await client.connect(signal)).toEqual({ ok: false, failure: { kind: "transport_loss", message } });
    expect(opened).toBe(0);
  });

  test("while a connection is being opened ends that connection", async () => {
    const [near, far] = createLinkedPair();
    const peer = rawLinePeer(far);
    let finish = (): void => {};
    const opened = new Promise<void>((resolve) => (finish = resolve));
    const transport = createLineTransport({ open: () => opened.then(() => succeeded(channelOf(near))) });
    const clock = createFakeClock();
    const client = createClient({ transport, clock, clientInfo: { name: "lab", version: "0" }, revision: LEGACY });
    const connected = client.connect(signal);
    await client.close({ signal });
    finish();
    const message = "the client is closed";
    expect(await connected).toEqual({ ok: false, failure: { kind: "transport_loss", message } });
    await peer.ended;
    expect(peer.received).toEqual([]);
  });
});
