import type { ProcessWatch } from "../client/process-watch.ts";
import type { Recorder } from "../history/record.ts";
import type { OperationResult } from "../targets/adapter.ts";
import type { Tap } from "../wire/tap.ts";

/** Hears of everything in one run of a scenario: what travels, what becomes of the server's process, and what the caller sees. */
export interface ScenarioListener {
  readonly tap: Tap;
  readonly processes: ProcessWatch;
  /** What came of a request, as its caller sees it. */
  caller(asked: { readonly method: string; readonly name?: string | undefined }, saw: CallerSaw): void;
}

export type CallerSaw = OperationResult<unknown>["outcome"];

/** Hands everything on to a recorder. `client`: whose it is, where that is known; `tap`: in place of the recorder's own. */
export function recorderListener(recorder: Recorder, client?: number, tap = recorder.tap): ScenarioListener {
  return {
    tap: client === undefined ? tap : (tapped) => tap({ ...tapped, client }),
    processes: {
      started: (argv) => recorder.started("server", argv, client),
      inputEnded: () => recorder.stdinEnded("server", client),
      signalled: (signal, waitedMs) => recorder.signalled("server", signal, waitedMs, client),
      exited: (how) => recorder.exited("server", how, client),
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
    caller(asked, saw) {
      for (const listener of listeners) listener.caller(asked, saw);
    },
  };
}
