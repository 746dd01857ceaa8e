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
