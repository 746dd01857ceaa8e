import type { Clock } from "../base/clock.ts";
import type { RunEvent } from "../scenarios/orchestrate.ts";
import { printable } from "../reports/printable.ts";

/** A run that is over before this shows nothing. */
const SHOW_AFTER_MS = 1_000;
const ERASE_LINE = "\r\u001b[2K";

/** One line on a terminal that says how far a run is. */
export interface Progress {
  readonly onEvent: (event: RunEvent) => void;
  /** Takes the line away again. */
  end(): void;
}

/** Shows the progress of a run that takes longer than a second; `columns` asks how wide the terminal is. */
export function createProgress(clock: Clock, write: (text: string) => void, columns: () => number): Progress {
  const running = new Map<number, string>();
  let done = 0;
  let failed = 0;
  let total = 0;
  let isShown = false;

  const show = (): void => {
    isShown = true;
    const [name = ""] = running.values();
    const more = running.size > 1 ? ` and ${running.size - 1} more` : "";
    const text = `${done}/${total}${failed > 0 ? `, ${failed} not passed` : ""}  ${printable(name)}${more}`;
    write(ERASE_LINE + text.slice(0, Math.max(1, columns() - 1)));
  };
  const release = clock.after(SHOW_AFTER_MS, show, { unref: true });

  return {
    onEvent(event) {
      total = event.total;
      if (event.kind === "started") running.set(event.index, event.name);
      else {
        running.delete(event.index);
        done += 1;
        if (!event.report.passed) failed += 1;
      }
      if (isShown) show();
    },
    end() {
      release();
      if (isShown) write(ERASE_LINE);
    },
  };
}
