import { expect, test } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { createClient } from "../../../src/client/client.ts";
import { createHttpTransport } from "../../../src/client/http-transport.ts";
import { channelOf, createLineTransport } from "../../../src/client/line-transport.ts";
import { openNodeHttpPort } from "../../../src/client/node-http-port.ts";
import { succeeded } from "../../../src/client/outcome.ts";
import { createLinkedPair } from "../../../src/wire/link.ts";
import { playOpening, rawLinePeer } from "../../fixtures/raw-line-peer.ts";
import { rawHttpServer, withOpening } from "../../fixtures/raw-http-server.ts";

const clientInfo = { name: "lab", version: "0" };
const { signal } = new AbortController();

test.each(["2025-11-25", "2026-07-28", "auto"] as const)("a call over a link at %s", async (revision) => {
  const [near, far] = createLinkedPair();
  const peer = rawLinePeer(far);
  const transport = createLineTransport({ open: () => Promise.resolve(succeeded(channelOf(near))) });
  const client = createClient({ transport, clock: systemClock, clientInfo, revision });
  const connected = client.connect(signal);
  await playOpening(peer);
  expect(await connected).toMatchObject({ ok: true, value: { name: "raw" } });
  const call = client.request("tools/call", { name: "x", arguments: {} }, { signal });
  const { id } = await peer.nextOf("tools/call");
  peer.send({ jsonrpc: "2.0", id, result: { content: [], resultType: "complete" } });
  expect(await call).toEqual({ ok: true, value: { content: [], resultType: "complete" } });
  expect(await client.close({ signal })).toBeUndefined();
});

test.each(["2025-11-25", "2026-07-28", "auto"] as const)("a call over http at %s", async (revision) => {
  const server = await rawHttpServer(
    withOpening((request) => {
      if (request.method !== "POST") request.response.writeHead(405).end();
      else request.json({ jsonrpc: "2.0", id: request.message.id, result: { content: [], resultType: "complete" } });
    }, "s1"),
  );
  const transport = createHttpTransport({ openPort: () => openNodeHttpPort(new URL(server.url)), target: "/mcp" });
  const client = createClient({ transport, clock: systemClock, clientInfo, revision });
  expect(await client.connect(signal)).toMatchObject({ ok: true, value: { name: "raw" } });
  const call = await client.request("tools/call", { name: "x", arguments: {} }, { signal });
  expect(call).toEqual({ ok: true, value: { content: [], resultType: "complete" } });
  expect(await client.close({ signal })).toBeUndefined();
  const seen = server.requests.map(({ method, message }): string => message["method"] ?? method);
  const legacy = ["initialize", "notifications/initialized", "tools/call", "DELETE"];
  // The standing stream is opened beside the calls, so that it has no fixed place among them.
  expect(seen.filter((each) => each !== "GET")).toEqual(
    revision === "2025-11-25" ? legacy : ["server/discover", "tools/call"],
  );
  await server.close();
});
