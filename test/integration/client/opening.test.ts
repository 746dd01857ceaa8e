import { describe, expect, test } from "vitest";
import { openingResult, playOpening, rawLinePeer, type RawLinePeer } from "../../fixtures/raw-line-peer.ts";
import { withOpening, type RawRequest } from "../../fixtures/raw-http-server.ts";
import { createFakeClock } from "../../../src/base/fake-clock.ts";
import { createClient } from "../../../src/client/client.ts";
import { channelOf, createLineTransport } from "../../../src/client/line-transport.ts";
import { failed, succeeded, transportLoss } from "../../../src/client/outcome.ts";
import { createLinkedPair } from "../../../src/wire/link.ts";
import { LEGACY, linked, MODERN, noticed, served, signal } from "./harness.ts";

const methods = (peer: RawLinePeer) => peer.received.map(({ method }) => method);

describe("a named revision", () => {
  test.each(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const)(
    "%s opens by initialize",
    async (revision) => {
      const { client, peer } = linked(revision, { capabilities: { roots: {} } });
      const connected = client.connect(signal);
      await playOpening(peer, revision);
      const identity = {
        name: "raw",
        version: "1.2.3",
        era: "legacy",
        protocolVersion: revision,
        capabilities: { tools: {} },
      };
      expect(await connected).toMatchObject({ ok: true, value: identity });
      expect(peer.received).toEqual([
        {
          jsonrpc: "2.0",
          id: 1,
          method: "initialize",
          params: {
            protocolVersion: revision,
            capabilities: { roots: {} },
            clientInfo: { name: "lab", version: "0" },
            _meta: { progressToken: "progress-1" },
          },
        },
        { jsonrpc: "2.0", method: "notifications/initialized" },
      ]);
    },
  );

  test("2026-07-28 asks who answers, in an envelope", async () => {
    const { client, peer } = linked(MODERN, { capabilities: { roots: {} } });
    const connected = client.connect(signal);
    await playOpening(peer);
    const identity = {
      name: "raw",
      version: "1.2.3",
      era: "modern",
      protocolVersion: MODERN,
      capabilities: { tools: {} },
    };
    expect(await connected).toMatchObject({ ok: true, value: identity });
    expect(peer.received).toEqual([
      {
        jsonrpc: "2.0",
        id: 1,
        method: "server/discover",
        params: {
          _meta: {
            progressToken: "progress-1",
            "io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientInfo": { name: "lab", version: "0" },
            "io.modelcontextprotocol/clientCapabilities": { roots: {} },
          },
        },
      },
    ]);
  });

  test.each([
    ["another legacy revision", "2025-06-18", "protocol_error", 'the string "2025-06-18"'],
    ["an unknown revision", "1900-01-01", "invalid_message", 'the string "1900-01-01"'],
    ["no revision", undefined, "invalid_message", "missing"],
  ])("does not take %s instead, and says nothing more", async (_, offered, kind, says) => {
    const { client, peer } = linked(LEGACY);
    const connected = client.connect(signal);
    const { id } = await peer.next();
    peer.send({ jsonrpc: "2.0", id, result: { ...openingResult("initialize"), protocolVersion: offered } });
    const message = `initialize: asked for 2025-11-25, and the server offers ${says}`;
    expect(await connected).toEqual({ ok: false, failure: { kind, message } });
    await client.close({ signal });
    await peer.ended;
    expect(methods(peer)).toEqual(["initialize"]);
  });

  test.each([LEGACY, MODERN] as const)("%s never falls back", async (revision) => {
    const { client, peer } = linked(revision);
    const connected = client.connect(signal);
    const { id, method } = await peer.next();
    const error = { code: -32022, message: "no", data: { supported: ["2025-03-26"] } };
    peer.send({ jsonrpc: "2.0", id, error });
    const failure = { kind: "protocol_error", ...error, message: `${method}: no` };
    expect(await connected).toEqual({ ok: false, failure });
    await client.close({ signal });
    await peer.ended;
    expect(peer.received).toHaveLength(1);
  });

  test("2026-07-28 has to be among what the server supports", async () => {
    for (const [supportedVersions, kind, says] of [
      [["2025-11-25"], "protocol_error", 'the server supports the string "2025-11-25", not 2026-07-28'],
      [[], "protocol_error", "the server supports nothing, not 2026-07-28"],
      [undefined, "invalid_message", '"supportedVersions" is missing, not an array'],
      ["2026-07-28", "invalid_message", '"supportedVersions" is the string "2026-07-28", not an array'],
    ] as const) {
      const { client, peer } = linked(MODERN);
      const connected = client.connect(signal);
      const { id } = await peer.next();
      peer.send({ jsonrpc: "2.0", id, result: { ...openingResult("server/discover"), supportedVersions } });
      const message = `server/discover: ${says}`;
      expect(await connected).toEqual({ ok: false, failure: { kind, message } });
    }
  });

  test("a server that says nothing of itself is taken as it is", async () => {
    const { client, peer } = linked(LEGACY);
    const connected = client.connect(signal);
    const { id } = await peer.next();
    peer.send({ jsonrpc: "2.0", id, result: { protocolVersion: LEGACY } });
    expect(await connected).toMatchObject({ ok: true, value: { name: "", capabilities: {} } });
  });
});

type Play = (peer: RawLinePeer, id: number) => void;

describe("auto over a link", () => {
  const error =
    (code: number): Play =>
    (peer, id) =>
      peer.send({ jsonrpc: "2.0", id, error: { code, message: "no" } });
  const result =
    (value: object): Play =>
    (peer, id) =>
      peer.send({ jsonrpc: "2.0", id, result: value });

  test.each<[string, Play]>([
    ...[-32601, -32600, -32602, -32000, -32020, -32021, -32022, 1].map((code): [string, Play] => [
      `error ${code}`,
      error(code),
    ]),
    ["a broken answer", (peer, id) => peer.send({ id, result: {} })],
    ["a result without a type", result({ supportedVersions: [MODERN] })],
    ["a result without this revision", result({ resultType: "complete", supportedVersions: ["2030-01-01"] })],
  ])("falls back on %s, in the same process", async (_, play) => {
    const { client, peer, clock } = linked("auto");
    const connected = client.connect(signal);
    const discover = await peer.next();
    play(peer, discover["id"]);
    await playOpening(peer);
    expect(await connected).toMatchObject({ ok: true, value: { era: "legacy", protocolVersion: LEGACY } });
    expect(methods(peer)).toEqual(["server/discover", "initialize", "notifications/initialized"]);
    expect(noticed(client, ["era"])).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test("falls back on three seconds of silence, saying nothing before initialize", async () => {
    const { client, peer, clock } = linked("auto");
    const connected = client.connect(signal);
    const { id } = await peer.next();
    await clock.advance(2_999);
    expect(methods(peer)).toEqual(["server/discover"]);
    await clock.advance(1);
    await playOpening(peer);
    expect(await connected).toMatchObject({ ok: true, value: { era: "legacy" } });
    peer.send({ jsonrpc: "2.0", id, result: openingResult("server/discover") });
    const call = client.request("tools/list", {}, { signal });
    peer.send({ jsonrpc: "2.0", id: (await peer.nextOf("tools/list"))["id"], result: { tools: [] } });
    expect(await call).toMatchObject({ ok: true });
    expect(methods(peer)).toEqual(["server/discover", "initialize", "notifications/initialized", "tools/list"]);
    expect(noticed(client)).toEqual([
      "era: falls back to initialize: server/discover: given up before an answer came",
      `late_answer: a result for call ${id}, which was given up`,
    ]);
  });

  test("asks once more where a server that starts slowly refuses initialize", async () => {
    const { client, peer, clock } = linked("auto");
    const connected = client.connect(signal);
    const first = await peer.next();
    await clock.advance(3_000);
    const { id } = await peer.nextOf("initialize");
    peer.send({ jsonrpc: "2.0", id: first["id"], result: openingResult("server/discover") });
    peer.send({ jsonrpc: "2.0", id, error: { code: -32600, message: "modern alone" } });
    const again = await peer.nextOf("server/discover");
    peer.send({ jsonrpc: "2.0", id: again["id"], result: openingResult("server/discover") });
    expect(await connected).toMatchObject({ ok: true, value: { era: "modern" } });
    expect(methods(peer)).toEqual(["server/discover", "initialize", "server/discover"]);
  });

  test("tells of the refused initialize where a silent server refuses all there is", async () => {
    const { client, peer, clock } = linked("auto");
    const connected = client.connect(signal);
    await peer.next();
    await clock.advance(3_000);
    for (const method of ["initialize", "server/discover"])
      peer.send({
        jsonrpc: "2.0",
        id: (await peer.nextOf(method))["id"],
        error: { code: -32600, message: `no ${method}` },
      });
    expect(await connected).toMatchObject({ ok: false, failure: { message: "initialize: no initialize" } });
  });

  test("stays modern where discover is answered", async () => {
    const { client, peer, clock } = linked("auto");
    const connected = client.connect(signal);
    await playOpening(peer);
    expect(await connected).toMatchObject({ ok: true, value: { era: "modern" } });
    expect(methods(peer)).toEqual(["server/discover"]);
    expect(clock.pending).toBe(0);
  });

  test.each(["2025-06-18", "2025-03-26", "2024-11-05"])(
    "takes the older revision %s that the server offers",
    async (offered) => {
      const { client, peer } = linked("auto");
      const connected = client.connect(signal);
      error(-32601)(peer, (await peer.next())["id"]);
      await playOpening(peer, offered);
      expect(await connected).toMatchObject({ ok: true, value: { protocolVersion: offered } });
    },
  );

  test.each([
    [MODERN, "protocol_error"],
    ["1900-01-01", "invalid_message"],
    [5, "invalid_message"],
  ])("does not take %s as an answer to initialize", async (offered, kind) => {
    const { client, peer } = linked("auto");
    const connected = client.connect(signal);
    error(-32601)(peer, (await peer.next())["id"]);
    const { id } = await peer.nextOf("initialize");
    peer.send({ jsonrpc: "2.0", id, result: { protocolVersion: offered, capabilities: {} } });
    expect(await connected).toMatchObject({ ok: false, failure: { kind } });
  });

  test("the caller's signal ends it", async () => {
    const { client, peer, clock } = linked("auto");
    const controller = new AbortController();
    const connected = client.connect(controller.signal);
    await peer.next();
    controller.abort();
    expect(await connected).toMatchObject({ ok: false, failure: { kind: "cancelled" } });
    expect(methods(peer)).toEqual(["server/discover"]);
    expect(clock.pending).toBe(0);
  });

  /** A client whose link can be opened anew. */
  function restartable(again: boolean, behave: (peer: RawLinePeer, nth: number) => void) {
    let opened = 0;
    const peers: RawLinePeer[] = [];
    const transport = createLineTransport({
      again,
      open: () => {
        const [near, far] = createLinkedPair();
        const peer = rawLinePeer(far);
        peers.push(peer);
        behave(peer, ++opened);
        return Promise.resolve(opened > 2 ? failed(transportLoss("started too often")) : succeeded(channelOf(near)));
      },
    });
    const clientInfo = { name: "lab", version: "0" };
    return { client: createClient({ transport, clock: createFakeClock(), clientInfo, revision: "auto" }), peers };
  }

  test("starts a process that ends once more", async () => {
    const { client, peers } = restartable(true, (peer, nth) => {
      if (nth === 1) void peer.next().then(() => peer.end());
      else void playOpening(peer);
    });
    expect(await client.connect(signal)).toMatchObject({ ok: true, value: { era: "legacy" } });
    expect(peers.map(methods)).toEqual([["server/discover"], ["initialize", "notifications/initialized"]]);
  });

  test("does not start a process anew that lives and refuses", async () => {
    const { client, peers } = restartable(true, (peer) => {
      void peer.next().then(({ id }) => {
        peer.send({ jsonrpc: "2.0", id, error: { code: -32601, message: "no" } });
        return playOpening(peer);
      });
    });
    expect(await client.connect(signal)).toMatchObject({ ok: true });
    expect(peers.map(methods)).toEqual([["server/discover", "initialize", "notifications/initialized"]]);
  });

  test("does not start it a third time", async () => {
    const { client, peers } = restartable(true, (peer) => void peer.next().then(() => peer.end()));
    const message = "initialize: the server closed the connection";
    expect(await client.connect(signal)).toEqual({ ok: false, failure: { kind: "transport_loss", message } });
    expect(peers).toHaveLength(2);
  });

  test("is at an end with what cannot be started anew", async () => {
    const { client, peers } = restartable(false, (peer) => void peer.next().then(() => peer.end()));
    expect(await client.connect(signal)).toMatchObject({ ok: false, failure: { kind: "transport_loss" } });
    expect(peers.map(methods)).toEqual([["server/discover"]]);
  });
});

describe("auto over HTTP", () => {
  type Refuse = (request: RawRequest) => void;
  const status =
    (code: number, body = "", type = "text/plain"): Refuse =>
    ({ response }) =>
      void response.writeHead(code, { "content-type": type }).end(body);

  /** A server that treats discover as told and opens the legacy era well. */
  const refusing = (refuse: Refuse) =>
    withOpening(
      ({ response }) => void response.writeHead(405).end(),
      "abc",
      (request) => refuse(request),
    );

  test.each<[string, Refuse]>([
    ["400", status(400, "Bad Request: no session")],
    [
      "400 with an error",
      (request) => request.json({ jsonrpc: "2.0", id: null, error: { code: -32000, message: "no" } }, 400),
    ],
    [
      "400 with a modern error",
      (request) =>
        request.json({ jsonrpc: "2.0", id: request.message["id"], error: { code: -32022, message: "no" } }, 400),
    ],
    ["404", status(404)],
    ["405", status(405)],
    ["406", status(406)],
    ["500", status(500, "<html>", "text/html")],
    ["503", status(503)],
    ["an unreadable body", status(200, "{", "application/json")],
    ["another content type", status(200, "hello")],
    ["202", status(202)],
    ["204", status(204)],
    ["a stream without an answer", status(200, ": nothing\n\n", "text/event-stream")],
    ["a cut connection", ({ socket }) => void socket.destroy()],
  ])("falls back on %s", async (_, refuse) => {
    await using http = await served("auto", refusing(refuse));
    expect(await http.client.connect(signal)).toMatchObject({ ok: true, value: { era: "legacy" } });
    const asked = http.server.requests.flatMap(({ message }) => message["method"] ?? []);
    expect(asked.slice(0, 2)).toEqual(["server/discover", "initialize"]);
    const [discover, initialize] = http.server.requests;
    expect(discover?.headers).toMatchObject({ "mcp-protocol-version": MODERN, "mcp-method": "server/discover" });
    expect(Object.keys(initialize?.headers ?? {}).filter((name) => name.startsWith("mcp-"))).toEqual([]);
  });

  test("falls back on three seconds of silence, and closes the request", async () => {
    const clock = createFakeClock();
    await using http = await served(
      "auto",
      refusing(() => {}),
      { clock },
    );
    const connected = http.client.connect(signal);
    const asked = await http.server.when(({ message }) => message["method"] === "server/discover");
    await clock.advance(3_000);
    await asked.closed;
    expect(await connected).toMatchObject({ ok: true, value: { era: "legacy" } });
  });

  test.each([
    [401, "HTTP 401 (text/plain): an empty body"],
    [403, "HTTP 403 (text/plain): an empty body"],
    [301, "HTTP 301 redirects, and redirects are refused"],
    [307, "HTTP 307 redirects, and redirects are refused"],
    [308, "HTTP 308 redirects, and redirects are refused"],
  ])("does not fall back on %s", async (code, says) => {
    await using http = await served("auto", refusing(status(code)));
    const failure = { kind: "invalid_message", message: `server/discover: ${says}`, httpStatus: code };
    expect(await http.client.connect(signal)).toEqual({ ok: false, failure });
    expect(http.server.requests).toHaveLength(1);
  });

  test("does not fall back on 403 with a JSON-RPC error either", async () => {
    const error = { code: -32000, message: "Forbidden" };
    await using http = await served(
      "auto",
      refusing((request) => request.json({ jsonrpc: "2.0", id: null, error }, 403)),
    );
    expect(await http.client.connect(signal)).toMatchObject({
      ok: false,
      failure: { kind: "protocol_error", code: -32000 },
    });
    expect(http.server.requests).toHaveLength(1);
  });
});

describe("the legacy opening over HTTP", () => {
  test("waits until the server has taken initialized, and gives session and revision back from there on", async () => {
    await using http = await served(LEGACY, (request) => {
      const { message, response } = request;
      if (message["method"] === "initialize")
        request.json({ jsonrpc: "2.0", id: message["id"], result: openingResult("initialize") }, 200, {
          "mcp-session-id": "abc",
        });
      else if (request.method === "GET") response.writeHead(405).end();
      else if (message["method"] === "tools/list") request.json({ jsonrpc: "2.0", id: message["id"], result: {} });
      else if (request.method === "DELETE") response.writeHead(200).end();
    });
    let settled = false;
    const connected = http.client.connect(signal).finally(() => (settled = true));
    const initialized = await http.server.when(({ message }) => message["method"] === "notifications/initialized");
    expect(settled).toBe(false);
    initialized.response.writeHead(202).end();
    expect(await connected).toMatchObject({ ok: true });
    await http.client.request("tools/list", {}, { signal });
    await http.server.when(({ method }) => method === "GET");
    await http.client.close({ signal });
    const [, ...later] = http.server.requests;
    expect(later.map(({ method }) => method).sort()).toEqual(["DELETE", "GET", "POST", "POST"]);
    for (const { headers } of later)
      expect(headers).toMatchObject({ "mcp-session-id": "abc", "mcp-protocol-version": LEGACY });
  });

  test("a refused initialized is a failed opening", async () => {
    await using http = await served(LEGACY, (request) => {
      const { message, response } = request;
      if (message["method"] === "initialize")
        request.json({ jsonrpc: "2.0", id: message["id"], result: openingResult("initialize") });
      else response.writeHead(400, { "content-type": "text/plain" }).end("who are you?");
    });
    const message = 'notifications/initialized: HTTP 400 (text/plain): no JSON-RPC error, but "who are you?"';
    expect(await http.client.connect(signal)).toEqual({
      ok: false,
      failure: { kind: "invalid_message", message, httpStatus: 400 },
    });
  });

  test("a session id that no header can carry is refused", async () => {
    await using http = await served(
      LEGACY,
      withOpening(() => {}, "a b"),
    );
    const message = "initialize: the session id holds something other than visible ASCII characters";
    expect(await http.client.connect(signal)).toEqual({ ok: false, failure: { kind: "invalid_message", message } });
  });

  test("a session that was opened by an answer that is no good is ended all the same", async () => {
    await using http = await served(LEGACY, (request) => {
      if (request.method === "DELETE") request.response.writeHead(200).end();
      else request.json({ id: request.message["id"] }, 200, { "mcp-session-id": "abc" });
    });
    expect(await http.client.connect(signal)).toMatchObject({ ok: false });
    await http.client.close({ signal });
    expect(http.server.requests.map(({ method }) => method)).toEqual(["POST", "DELETE"]);
  });
});
