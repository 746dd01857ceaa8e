import type { ProcessWatch } from "../client/process-watch.ts";
import type { Recorder } from "../history/record.ts";
import type { OperationResult, ServerRecording } from "../targets/adapter.ts";
import type { ServerDeeds } from "../targets/server-deeds.ts";
import type { Tap } from "../wire/tap.ts";

/** Hears of everything in one run of a scenario: what travels, what the lab's own server
 * does, what becomes of its process, and what the caller sees. */
export interface ScenarioListener {
  readonly tap: Tap;
  readonly processes: ProcessWatch;
  readonly deeds: ServerDeeds;
  /** What came of a request, as its caller sees it. */
  caller(asked: { readonly method: string; readonly name?: string | undefined }, saw: CallerSaw): void;
}

/** What a listener is for. */
export interface ListenerWish {
  /** All that it hears is one client's. */
  readonly isOneClient: boolean;
  /** What travels is recorded by the server, and handed over at the end. */
  readonly isRemote: boolean;
}

/** One that writes a recording. */
export interface RecordingListener extends ScenarioListener {
  /** Called once when the session is over, with what the server has recorded. */
  end?(recordings: readonly ServerRecording[]): void;
}

export type CallerSaw = OperationResult<unknown>["outcome"];

/** What travels and the numbers of exchanges, as a recording has them that does not hold one run alone. */
export interface Renumbering {
  readonly tap: Tap;
  readonly exchange: (sequence: number) => number;
}

/** Hands everything on to a recorder. `client`: whose it is, where that is known. */
export function recorderListener(
  recorder: Recorder,
  client?: number,
  { tap, exchange }: Renumbering = { tap: recorder.tap, exchange: (sequence) => sequence },
): ScenarioListener {
  return {
    tap: client === undefined ? tap : (tapped) => tap({ ...tapped, client }),
    processes: {
      started: (argv) => recorder.started("server", argv, client),
      inputEnded: () => recorder.stdinEnded("server", client),
      signalled: (signal, waitedMs) => recorder.signalled("server", signal, waitedMs, client),
      exited: (how) => recorder.exited("server", how, client),
    },
    deeds: {
      onFired: (firing) => recorder.fired(exchange(firing.exchange), firing.rule, firing.faults),
      onEffect: ({ sequence }, tool, args, execution) => recorder.effect(exchange(sequence), tool, args, execution),
    },
    caller: (asked, saw) => recorder.caller(asked, saw, client),
  };
}

/** One that tells several; undefined where there is none. */
export function joinListeners(all: readonly (ScenarioListener | undefined)[]): ScenarioListener | undefined {
  const listeners = all.filter((listener) => listener !== undefined);
  const [first, ...others] = listeners;
  if (others.length === 0) return first;
  return {
    tap(tapped) {
      for (const { tap } of listeners) tap(tapped);
    },
    processes: {
      started(argv) {
        for (const { processes } of listeners) processes.started(argv);
      },
      inputEnded() {
        for (const { processes } of listeners) processes.inputEnded();
      },
      signalled(signal, waitedMs) {
        for (const { processes } of listeners) processes.signalled(signal, waitedMs);
      },
      exited(how) {
        for (const { processes } of listeners) processes.exited(how);
      },
    },
    deeds: {
      onFired(firing) {
        for (const { deeds } of listeners) deeds.onFired(firing);
      },
      onEffect(exchange, tool, args, execution) {
        for (const { deeds } of listeners) deeds.onEffect(exchange, tool, args, execution);
      },
    },
    caller(asked, saw) {
      for (const listener of listeners) listener.caller(asked, saw);
    },
  };
}
