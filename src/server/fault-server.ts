import { LazySignal } from "../base/abort.ts";
import { systemClock, type Clock } from "../base/clock.ts";
import { randomIds, type Ids } from "../base/ids.ts";
import { SHUTDOWN_GRACE_MS } from "../base/limits.ts";
import type { Changes } from "../healthy/offers/changes.ts";
import type { HealthyServer } from "../healthy/peer.ts";
import type { LeftOut } from "../healthy/tools/left-out.ts";
import type { TransportKind } from "../protocol/exchange.ts";
import type { AnswerShape } from "../transports/http/http-reply.ts";
import { createLinkedPair, type Link } from "../wire/link.ts";
import type { Tap } from "../wire/tap.ts";
import type { HttpFace } from "./http-face.ts";
import type { FaultPlan, Lab } from "./lab.ts";
import { LineServer, type LineEnd } from "./line-server.ts";
import { Outages } from "./outages.ts";
import { Running } from "./running.ts";

export interface FaultServerOptions {
  readonly healthy: HealthyServer;
  readonly plan: FaultPlan;
  readonly clock?: Clock | undefined;
  readonly ids?: Ids | undefined;
  readonly tap?: Tap | undefined;
  /** How HTTP POSTs are answered: `auto` unless said otherwise. */
  readonly answers?: AnswerShape | undefined;
  /** Event ids and resumption on legacy HTTP sessions. */
  readonly resumable?: boolean | undefined;
  /** HTTP path; `/mcp` unless said otherwise. */
  readonly path?: string | undefined;
  /** The HTTP name that is bound; `127.0.0.1` unless said otherwise. */
  readonly host?: string | undefined;
  /** The lab's own stderr. Nothing is written unless it is given. */
  readonly stderr?: Lab["stderr"] | undefined;
  /** How a fault ends the process; where it is not given, the connection is cut instead. */
  readonly exit?: Lab["exit"] | undefined;
}

/** A server whose faults can be armed: healthy server, plan, pipeline and transports, joined. */
export interface FaultServer {
  /** Serves a stream of lines until it ends. */
  serveLink(link: Link): { readonly finished: Promise<LineEnd>; stop(cause?: "SIGINT" | "SIGTERM"): void };
  /** Opens a connection in memory and returns the client's end: lines, as over stdio. */
  connect(): Link;
  /** How it is reached over HTTP; made when first asked for, since a server on stdio does not pay for it. */
  http(): Promise<HttpFace>;
  /** The tools that peers on a transport do not all see, and why. */
  leftOut(transport: TransportKind): readonly LeftOut[];
  /** What the healthy server offers, for whoever alters it. */
  readonly changes: Changes;
  /** Ends everything: nothing new is taken, what waits is dropped, what is on its way leaves within 1.5 s. Idempotent. */
  close(cause?: "SIGINT" | "SIGTERM"): Promise<void>;
}

/** Joins the parts of a fault server. Nothing runs until something connects. */
export function joinFaultServer(options: FaultServerOptions): FaultServer {
  const closing = new LazySignal();
  const clock = options.clock ?? systemClock;
  let sequence = 0;
  let connections = 0;
  const lines = new Set<LineServer>();
  const lab: Lab = {
    clock,
    ids: options.ids ?? randomIds,
    healthy: options.healthy,
    plan: options.plan,
    closing,
    tap: options.tap,
    answers: options.answers ?? "auto",
    resumable: options.resumable ?? false,
    stderr: options.stderr ?? (() => undefined),
    onError: (error) => void options.stderr?.(`mcp-failure-lab: internal error: ${String(error)}\n`),
    nextSequence: () => ++sequence,
    outages: new Outages(),
    exit: options.exit,
  };
  let face: Promise<HttpFace> | undefined;
  const openFace = async (): Promise<HttpFace> => {
    const { createHttpFace } = await import("./http-face.ts");
    return createHttpFace(lab, { path: options.path ?? "/mcp", host: options.host ?? "127.0.0.1", running });
  };
  let closed: Promise<void> | undefined;
  const running = new Running();

  const serveLink = (link: Link): LineServer => {
    const server = new LineServer(lab, link, ++connections);
    lines.add(server);
    void server.finished.then(() => lines.delete(server));
    return server;
  };
  const close = async (cause?: "SIGINT" | "SIGTERM"): Promise<void> => {
    const http = await face;
    const ends = [...lines].map((server) => {
      server.stop(cause);
      return server.finished;
    });
    const settled = Promise.all([...ends, http?.stop()]);
    closing.abort();
    options.healthy.close();
    const waited = new AbortController();
    await Promise.race([settled, clock.sleep(SHUTDOWN_GRACE_MS, waited.signal)]);
    waited.abort();
    for (const server of lines) server.destroy();
    await http?.shutDown(cause);
  };

  return {
    serveLink,
    connect() {
      const [near, far] = createLinkedPair();
      serveLink(far);
      return near;
    },
    leftOut: (transport) => options.healthy.leftOut(transport),
    changes: options.healthy.changes,
    http: () => (face ??= openFace()),
    close: (cause) => (closed ??= close(cause)),
  };
}
