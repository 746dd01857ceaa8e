import { systemClock } from "../../base/clock.ts";
import { createFaultServer } from "../../server/create-fault-server.ts";
import type { ServeOptions } from "../serve-options.ts";

/** What `serve` needs of its process. */
export interface ServeIo {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly version: string;
  /** Aborts at the first SIGINT or SIGTERM; a second changes nothing. */
  readonly stop: AbortSignal;
}

/** How the process has to end. */
export interface ServeEnd {
  readonly code: number;
  readonly signal?: "SIGKILL" | undefined;
}

/** Serves until the input ends, a signal comes, or a fault ends it. */
export async function serve(options: ServeOptions, io: ServeIo): Promise<ServeEnd> {
  const stderr = createStderr(io.stderr);
  for (const warning of options.warnings) void stderr(`mcp-failure-lab: warning: ${warning}\n`);
  return options.transport === "http" ? serveHttp(options, io, stderr) : serveStdio(options, io, stderr);
}

type Stderr = (bytes: string | Uint8Array) => Promise<void> | void;

async function serveStdio(options: ServeOptions, io: ServeIo, stderr: Stderr): Promise<ServeEnd> {
  const { createProcessLink } = await import("../../transports/stdio/process-link.ts");
  const server = await createFaultServer({
    version: io.version,
    serve: true,
    conformance: options.conformance,
    stderr,
  });
  const connection = server.serveLink(createProcessLink(io.stdin, io.stdout, systemClock));
  const stop = () => connection.stop();
  if (io.stop.aborted) stop();
  else io.stop.addEventListener("abort", stop, { once: true });
  const { code, signal } = await connection.finished;
  await server.close();
  return { code, signal };
}

async function serveHttp(options: ServeOptions, io: ServeIo, stderr: Stderr): Promise<ServeEnd> {
  const { listenOnSocket } = await import("../../server/listen.ts");
  const { host, port, path, answers, resumable, conformance } = options;
  let finish: (end: ServeEnd) => void = () => undefined;
  const ended = new Promise<ServeEnd>((resolve) => {
    finish = resolve;
  });
  const server = await createFaultServer({
    version: io.version,
    serve: true,
    host,
    path,
    answers,
    resumable: resumable || conformance,
    conformance,
    stderr,
    exit: (code, signal) => finish({ code, signal }),
  });
  const listening = await listenOnSocket(server, { host, port, path, clock: systemClock });
  await stderr(`mcp-failure-lab: listening on ${listening.url}\n`);
  const stop = () => finish({ code: 0 });
  if (io.stop.aborted) stop();
  else io.stop.addEventListener("abort", stop, { once: true });
  const end = await ended;
  await listening.close();
  return end;
}

/** Writes that wait for a reader who does not keep up: a flood on stderr must not fill the memory. */
function createStderr(stream: NodeJS.WriteStream): Stderr {
  // A reader that is gone is nobody to tell.
  stream.on("error", () => undefined);
  return (bytes) => {
    if (stream.write(bytes)) return undefined;
    return new Promise((resolve) => {
      const settle = () => {
        stream.off("drain", settle);
        stream.off("close", settle);
        stream.off("error", settle);
        resolve();
      };
      stream.once("drain", settle);
      stream.once("close", settle);
      stream.once("error", settle);
    });
  };
}
