import { systemClock } from "../../base/clock.ts";
import type { Firing } from "../../plan/ledger.ts";
import { createFaultServer, type PlannedFaultServer } from "../../server/create-fault-server.ts";
import type { FaultServerOptions } from "../../server/fault-server.ts";
import type { ServeOptions } from "../serve-options.ts";
import { firingLine, tellTallies } from "../firing-lines.ts";
import { createFiringLog, type FiringLog } from "../firing-log.ts";
import { loadPlans, type LoadedPlans } from "../load-plans.ts";
import type { ServeJournal } from "../serve-journal.ts";
import type { ServeRecording } from "../serve-recording.ts";
import { createStderr, type Stderr } from "../stderr.ts";
import { keepYoungHeapSmall } from "../young-heap.ts";

/** What `serve` needs of its process. */
export interface ServeIo {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly version: string;
  /** Calls the listener at the first signal that ends the process; a second changes nothing. */
  onStop(listener: (cause: "SIGINT" | "SIGTERM") => void): void;
}

/** Whoever starts it in a terminal has no client, and would see nothing. */
const BY_HAND =
  "mcp-failure-lab: speaks MCP on stdin and stdout, where a client is expected; Ctrl-D or Ctrl-C ends it, --transport http serves an address\n";

/** How the process has to end. */
export interface ServeEnd {
  readonly code: number;
  readonly signal?: "SIGKILL" | undefined;
}

/** Serves until the input ends, a signal comes, or a fault ends it. */
export async function serve(options: ServeOptions, io: ServeIo): Promise<ServeEnd> {
  const stderr = createStderr(() => io.stderr);
  for (const warning of options.warnings) void stderr(`mcp-failure-lab: warning: ${warning}\n`);
  const armed = await loadPlans(options);
  const recording = options.record === undefined ? undefined : await openRecording(options.record, options, armed, io);
  let journal: ServeJournal | undefined;
  try {
    journal = options.journal === undefined ? undefined : await openJournal(options.journal);
    if (recording !== undefined) journal?.recording(recording.startMs);
    const house: House = {
      options,
      io,
      stderr,
      firings: createFiringLog(stderr, systemClock),
      armed,
      recording,
      journal,
    };
    const end = await (options.transport === "http" ? serveHttp(house) : serveStdio(house));
    recording?.end(end);
    return end;
  } finally {
    try {
      journal?.close();
    } finally {
      recording?.close();
    }
  }
}

async function openJournal(file: string): Promise<ServeJournal> {
  const { openServeJournal } = await import("../serve-journal.ts");
  return openServeJournal(file);
}

async function openRecording(
  file: string,
  options: ServeOptions,
  armed: LoadedPlans,
  io: ServeIo,
): Promise<ServeRecording> {
  // Whoever records nothing does not pay for the recorder.
  const { openServeRecording } = await import("../serve-recording.ts");
  return openServeRecording(file, options.transport, armed.seed, io.version);
}

/** What both transports are served from. */
interface House {
  readonly options: ServeOptions;
  readonly io: ServeIo;
  readonly stderr: Stderr;
  readonly firings: FiringLog;
  readonly armed: LoadedPlans;
  readonly recording: ServeRecording | undefined;
  readonly journal: ServeJournal | undefined;
}

async function serveStdio(house: House): Promise<ServeEnd> {
  const { io, recording } = house;
  if (recording !== undefined) io.stdin.once("end", () => recording.inputEnded());
  const { createProcessLink } = await import("../../transports/stdio/process-link.ts");
  const server = await createServer(house, {});
  await tellWhatIsServed(house, server);
  const connection = server.serveLink(createProcessLink(io.stdin, io.stdout, systemClock));
  io.onStop((cause) => connection.stop(cause));
  if (io.stdin.isTTY) await house.stderr(BY_HAND);
  const { code, signal } = await connection.finished;
  await server.close();
  house.journal?.tallies(server.tallies());
  house.firings.flush();
  tellTallies(server, house.stderr);
  return { code, signal };
}

async function serveHttp(house: House): Promise<ServeEnd> {
  const { options, io, stderr } = house;
  const { listenOnSocket } = await import("../../server/listen.ts");
  const { host, port, path, answers, conformance } = options;
  const resumable = options.resumable || conformance;
  let finish: (end: ServeEnd) => void = () => undefined;
  const ended = new Promise<ServeEnd>((resolve) => {
    finish = resolve;
  });
  let isCrash = false;
  const exit = (code: number, signal: "SIGKILL" | undefined) => {
    isCrash = true;
    finish({ code, signal });
  };
  const server = await createServer(house, { host, path, answers, resumable, exit });
  let isListening = false;
  let cause: "SIGINT" | "SIGTERM" | undefined;
  io.onStop((signal) => {
    cause = signal;
    // What a fault does before it listens is ended, too.
    if (!isListening) void server.close(signal);
    finish({ code: 0 });
  });
  const onError = (error: Error) => void stderr(`mcp-failure-lab: ${error.message}; it tries again until it is free\n`);
  const listening = await listenOnSocket(server, { host, port, path, clock: systemClock, onError });
  isListening = true;
  if (cause === undefined) {
    await tellWhatIsServed(house, server);
    await stderr(`mcp-failure-lab: listening on ${listening.url}\n`);
    keepYoungHeapSmall(systemClock);
  }
  const end = await ended;
  // A fault that ends the process leaves nobody an answer; whoever stops it in good order does.
  if (isCrash) listening.cut();
  await listening.close(cause);
  house.journal?.tallies(server.tallies());
  house.firings.flush();
  tellTallies(server, stderr);
  return end;
}

async function createServer(house: House, more: Partial<FaultServerOptions>): Promise<PlannedFaultServer> {
  const { options, io, stderr, firings, armed, recording, journal } = house;
  const { transport, conformance, tools } = options;
  const { rules, seed } = armed;
  const onFired = (firing: Firing): void => {
    journal?.fired(firing);
    recording?.fired(firing);
    firings.tell(firingLine(firing));
  };
  return createFaultServer({
    ...more,
    version: io.version,
    serve: true,
    transport,
    conformance,
    tools,
    rules,
    seed,
    onFired,
    onAsked: journal?.asked,
    onEffect: recording?.effect,
    stderr,
    tap: recording?.tap,
  });
}

/** What is armed, and which tools are left out and why (SPEC 3). Not before it is clear that it can serve. */
async function tellWhatIsServed({ options, stderr, armed }: House, server: PlannedFaultServer): Promise<void> {
  const { rules, seed } = armed;
  if (rules.length > 0)
    await stderr(`mcp-failure-lab: ${rules.length} ${rules.length === 1 ? "rule" : "rules"} armed, seed ${seed}\n`);
  for (const { name, why } of server.leftOut(options.transport)) {
    await stderr(`mcp-failure-lab: tool ${name} is left out here: ${why}\n`);
  }
}
