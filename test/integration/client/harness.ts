import { createFakeClock, type FakeClock } from "../../../src/base/fake-clock.ts";
import { systemClock } from "../../../src/base/clock.ts";
import { createClient, type Client, type ClientOptions } from "../../../src/client/client.ts";
import { createHttpTransport } from "../../../src/client/http-transport.ts";
import { channelOf, createLineTransport } from "../../../src/client/line-transport.ts";
import { openNodeHttpPort } from "../../../src/client/node-http-port.ts";
import { succeeded } from "../../../src/client/outcome.ts";
import type { Revision } from "../../../src/protocol/revision.ts";
import { createLinkedPair } from "../../../src/wire/link.ts";
import type { Tapped } from "../../../src/wire/tap.ts";
import { rawHttpServer, withOpening, type RawHandler, type RawHttpServer } from "../../fixtures/raw-http-server.ts";
import { playOpening, rawLinePeer, type RawLinePeer } from "../../fixtures/raw-line-peer.ts";

export const LEGACY = "2025-11-25";
export const MODERN = "2026-07-28";
export const ERAS = [LEGACY, MODERN] as const;

/** Never aborts. */
export const { signal } = new AbortController();

type Extras = Partial<ClientOptions>;

export interface OverLink {
  readonly client: Client;
  readonly peer: RawLinePeer;
  readonly clock: FakeClock;
  readonly tapped: Tapped[];
}

/** A client and a peer played by hand, joined in memory, before the opening. */
export function linked(revision: Revision | "auto", extras: Extras = {}): OverLink {
  const [near, far] = createLinkedPair();
  const peer = rawLinePeer(far);
  const clock = createFakeClock();
  const tapped: Tapped[] = [];
  const transport = createLineTransport({ open: () => Promise.resolve(succeeded(channelOf(near))) });
  const clientInfo = { name: "lab", version: "0" };
  const client = createClient({ transport, clock, clientInfo, revision, tap: (what) => tapped.push(what), ...extras });
  return { client, peer, clock, tapped };
}

/** The same after the opening. */
export async function connectedOverLink(revision: Revision, extras: Extras = {}): Promise<OverLink> {
  const all = linked(revision, extras);
  const connected = all.client.connect(signal);
  await playOpening(all.peer, revision);
  const outcome = await connected;
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return all;
}

export interface OverHttp extends AsyncDisposable {
  readonly client: Client;
  readonly server: RawHttpServer;
  readonly tapped: Tapped[];
}

/** A client and a server played by hand, over sockets, before the opening. Time is real, and nothing waits for it. */
export async function served(
  revision: Revision | "auto",
  handler: RawHandler,
  extras: Extras & { headers?: [string, string][] } = {},
): Promise<OverHttp> {
  const server = await rawHttpServer(handler);
  const tapped: Tapped[] = [];
  const openPort = () => openNodeHttpPort(new URL(server.url));
  const transport = createHttpTransport({ openPort, target: "/mcp", headers: extras.headers });
  const clientInfo = { name: "lab", version: "0" };
  const tap = (what: Tapped) => void tapped.push(what);
  const client = createClient({ transport, clock: systemClock, clientInfo, revision, tap, ...extras });
  return {
    client,
    server,
    tapped,
    async [Symbol.asyncDispose]() {
      await client.close({ signal });
      await server.close();
    },
  };
}

/** The same after an opening that goes well; `handler` gets everything else. GET is refused unless it is `handler`'s, too. */
export async function connectedOverHttp(
  revision: Revision,
  handler: RawHandler,
  extras: Extras & { session?: string; get?: true; headers?: [string, string][] } = {},
): Promise<OverHttp> {
  const opening = withOpening((request) => {
    if (request.method === "GET" && extras.get !== true) request.response.writeHead(405).end();
    else if (request.method === "DELETE") request.response.writeHead(200).end();
    else handler(request);
  }, extras.session);
  const all = await served(revision, opening, extras);
  const outcome = await all.client.connect(signal);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return all;
}

/** Observations as `kind: text`, those about the connection left out unless asked for. */
export function noticed(client: Client, kinds?: readonly string[]): string[] {
  return [...client.observations]
    .filter(({ kind }) => (kinds === undefined ? kind !== "connection" : kinds.includes(kind)))
    .map(({ kind, text }) => `${kind}: ${text}`);
}
