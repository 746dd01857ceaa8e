/** The signals that end a command in good order, and the exit code of a run that they ended: 128 and the signal's number. */
export const STOP_SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Aborts at the first SIGINT, SIGTERM or SIGHUP, with its name as the reason. A second one changes nothing: what is left to do is
 * bounded, and nothing that was started may survive.
 */
export function catchStopSignals(): AbortSignal {
  const stop = new AbortController();
  for (const name of Object.keys(STOP_SIGNALS)) process.on(name, () => stop.abort(name));
  return stop.signal;
}

/**
 * Listens from now on, and tells the listener that is given later: at once where a signal has come meanwhile. Without an abort signal,
 * whose first one costs a tenth of a start. SIGHUP ends a server as SIGTERM does.
 */
export function onStopSignal(): (listener: (cause: "SIGINT" | "SIGTERM") => void) => void {
  let cause: "SIGINT" | "SIGTERM" | undefined;
  let tell: ((cause: "SIGINT" | "SIGTERM") => void) | undefined;
  for (const name of Object.keys(STOP_SIGNALS)) {
    process.on(name, () => {
      if (cause !== undefined) return;
      cause = name === "SIGINT" ? "SIGINT" : "SIGTERM";
      tell?.(cause);
    });
  }
  return (listener) => {
    tell = listener;
    if (cause !== undefined) listener(cause);
  };
}
