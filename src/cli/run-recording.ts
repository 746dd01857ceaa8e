import { resolve } from "node:path";
import type { Clock } from "../base/clock.ts";
import { createRedactor } from "../base/redact.ts";
import { createRecorder, type Recorder, type RecorderOptions } from "../history/record.ts";
import type { HistoryEntry } from "../history/schema.ts";
import { openHistoryFile } from "../history/write.ts";
import type { Exchange } from "../protocol/exchange.ts";
import {
  recorderListener,
  type ListenerWish,
  type RecordingListener,
  type Renumbering,
} from "../scenarios/scenario-listener.ts";
import type { ServerRecording } from "../targets/adapter.ts";
import type { Tap } from "../wire/tap.ts";

/** The recording of one `run`, in one file for all its scenarios. */
export interface RunRecording {
  /**
   * Gives a run of a scenario a listener of its own. Each counts its exchanges and connections from 1; in the file they go on counting,
   * and what is one client's has its number.
   */
  readonly openListener: (about: ListenerWish) => RecordingListener;
  /** Writes the last line and closes the file. Throws a `LabError` where not all could be written. Idempotent. */
  readonly close: () => void;
}

export interface RecordingAbout extends Pick<RecorderOptions["about"], "seed" | "transport"> {
  /** That of the run. */
  readonly clock: Clock;
  /** What must not stand in it. */
  readonly secrets: readonly string[];
}

/** Opens the file of `--record` and writes its header. Throws a `LabError` that names the file where that cannot be. */
export function openRunRecording(
  path: string,
  cwd: string,
  { clock, seed, transport, secrets }: RecordingAbout,
): RunRecording {
  const file = openHistoryFile(resolve(cwd, path));
  const recorder = createRecorder({
    clock,
    redactor: createRedactor(secrets),
    about: { seed, transport, era: "both", toolVersion: __VERSION__ },
    write: (text) => file.write(text),
  });
  const counters = { sequence: 0, connection: 0, session: 0 };
  let clients = 0;
  return {
    openListener({ isOneClient, isRemote }) {
      const client = isOneClient ? ++clients : undefined;
      if (!isRemote) return recorderListener(recorder, client, renumbered(recorder.tap, numbers(counters)));
      const facts: HistoryEntry[] = [];
      const beside = createRecorder({
        clock,
        redactor: createRedactor(secrets),
        about: { seed, transport, era: "both", toolVersion: __VERSION__ },
        write: (_, line) => {
          if (line.kind !== "header" && line.kind !== "footer") facts.push(line);
        },
      });
      return {
        ...recorderListener(beside, client),
        tap: () => undefined, // the server's side is recorded
        end: (recordings) =>
          mergeInto(recorder, { startMs: beside.startMs, entries: facts }, recordings, { client, counters }),
      };
    },
    close() {
      recorder.close();
      file.close();
    },
  };
}

type Counters = Record<"sequence" | "connection" | "session", number>;
type Numbers = (what: keyof Counters, own: number) => number;

/** Numbers that nobody else's have, one for each of its own. */
function numbers(counters: Counters): Numbers {
  const known = new Map<string, number>();
  return (what, own) => {
    const key = `${what} ${own}`;
    const given = known.get(key) ?? ++counters[what];
    known.set(key, given);
    return given;
  };
}

/** What travels, with numbers of exchanges that nobody else's have. */
function renumbered(tap: Tap, number: Numbers): Renumbering {
  const exchanges = new WeakMap<Exchange, Exchange>();
  const renumber: Tap = (tapped) => {
    const { exchange } = tapped;
    let seen = exchanges.get(exchange);
    if (seen === undefined) {
      // A view of the exchange: what becomes known of it later, such as its shape, is seen, too.
      seen = Object.create(exchange, {
        sequence: { value: number("sequence", exchange.sequence) },
        connection: { value: number("connection", exchange.connection) },
        session: { value: exchange.session === undefined ? undefined : number("session", exchange.session) },
      }) as Exchange;
      exchanges.set(exchange, seen);
    }
    tap({ ...tapped, exchange: seen });
  };
  return { tap: renumber, exchange: (sequence) => number("sequence", sequence) };
}

/**
 * Writes what was seen here of one session and what the processes of its server have recorded in the order in which it happened: both
 * count from moments of the system's monotonic clock. Of the processes themselves this side has seen more.
 */
function mergeInto(
  recorder: Recorder,
  here: Pick<ServerRecording, "startMs" | "entries">,
  recordings: readonly ServerRecording[],
  { client, counters }: { readonly client: number | undefined; readonly counters: Counters },
): void {
  const moments = recordings.flatMap(({ startMs, entries }) => {
    const number = numbers(counters);
    return entries.flatMap((entry) => {
      if (entry.kind.startsWith("process-")) return [];
      return [{ entry: renumberedEntry(entry, number, client), momentMs: startMs + entry.atMs }];
    });
  });
  for (const entry of here.entries) moments.push({ entry, momentMs: here.startMs + entry.atMs });
  moments.sort((one, other) => one.momentMs - other.momentMs);
  for (const { entry, momentMs } of moments) recorder.take(entry, momentMs);
  for (const { leftOut } of recordings) recorder.leaveOut(leftOut);
}

function renumberedEntry(entry: HistoryEntry, number: Numbers, client: number | undefined): HistoryEntry {
  if (!("exchange" in entry)) return entry;
  const exchange = number("sequence", entry.exchange);
  return "connection" in entry
    ? { ...entry, exchange, connection: number("connection", entry.connection), client }
    : { ...entry, exchange };
}
