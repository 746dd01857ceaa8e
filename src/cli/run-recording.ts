import { resolve } from "node:path";
import type { Clock } from "../base/clock.ts";
import { createRedactor } from "../base/redact.ts";
import { createRecorder, type RecorderOptions } from "../history/record.ts";
import { openHistoryFile } from "../history/write.ts";
import type { Exchange } from "../protocol/exchange.ts";
import { recorderListener, type Renumbering, type ScenarioListener } from "../scenarios/scenario-listener.ts";
import type { Tap } from "../wire/tap.ts";

/** The recording of one `run`, in one file for all its scenarios. */
export interface RunRecording {
  /**
   * Gives a run of a scenario a listener of its own. Each counts its exchanges and connections from 1; in the file they go on counting,
   * and what is one client's has its number.
   */
  readonly openListener: (isOneClient: boolean) => ScenarioListener;
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
    openListener(isOneClient) {
      const client = isOneClient ? ++clients : undefined;
      return recorderListener(recorder, client, renumbered(recorder.tap, counters));
    },
    close() {
      recorder.close();
      file.close();
    },
  };
}

type Counters = Record<"sequence" | "connection" | "session", number>;

/** What travels, with numbers of exchanges that nobody else's have. */
function renumbered(tap: Tap, counters: Counters): Renumbering {
  const known = new Map<string, number>();
  const exchanges = new WeakMap<Exchange, Exchange>();
  const number = (what: keyof Counters, own: number): number => {
    const key = `${what} ${own}`;
    const given = known.get(key) ?? ++counters[what];
    known.set(key, given);
    return given;
  };
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
