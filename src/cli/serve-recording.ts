import { systemClock } from "../base/clock.ts";
import { createRedactor } from "../base/redact.ts";
import type { OnEffect } from "../healthy/tools/witness-tool.ts";
import { createRecorder } from "../history/record.ts";
import { openHistoryFile } from "../history/write.ts";
import type { Firing } from "../plan/ledger.ts";
import type { TransportKind } from "../protocol/exchange.ts";
import type { Tap } from "../wire/tap.ts";

/** The recording of one `serve`. */
export interface ServeRecording {
  readonly tap: Tap;
  /** The moment of the clock from which its times count. */
  readonly startMs: number;
  fired(firing: Firing): void;
  readonly effect: OnEffect;
  /** The process's stdin has ended. */
  inputEnded(): void;
  /** The process is about to end. */
  end(how: { readonly code: number; readonly signal?: string | undefined }): void;
  /** Writes the last line and closes the file. Throws a `LabError` where not all could be written. */
  close(): void;
}

/** Opens the file that `serve` records to. Throws a `LabError` that names it. */
export function openServeRecording(
  path: string,
  transport: TransportKind,
  seed: number,
  toolVersion: string,
): ServeRecording {
  const file = openHistoryFile(path);
  const recorder = createRecorder({
    clock: systemClock,
    redactor: createRedactor(),
    about: { toolVersion, seed, era: "both", transport },
    write: (text) => file.write(text),
  });
  recorder.started("server", process.argv.slice(1));
  return {
    tap: recorder.tap,
    startMs: recorder.startMs,
    fired: ({ exchange, rule, faults }) => recorder.fired(exchange, rule, faults),
    effect: ({ sequence }, tool, args, execution) => recorder.effect(sequence, tool, args, execution),
    inputEnded: () => recorder.stdinEnded("server"),
    end: (how) => recorder.exited("server", how),
    close() {
      recorder.close();
      file.close();
    },
  };
}
