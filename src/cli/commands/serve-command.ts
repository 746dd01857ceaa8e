import type { CommandLine } from "../define-command.ts";
import type { CliEnd, CliIo } from "../io.ts";
import type { SERVE } from "../options.ts";
import { readServeOptions } from "../read-serve-options.ts";
import { catchStopSignals } from "../stop-signals.ts";
import { serve } from "./serve.ts";

/** Serves as a line asks for, in this process, until it is told to stop. */
export function serveCommand(line: CommandLine<typeof SERVE.options>, debug: boolean, io: CliIo): Promise<CliEnd> {
  const options = readServeOptions(line, debug);
  const { stdout, stderr } = io;
  return serve(options, {
    get stdin() {
      return io.stdin; // HTTP does not look at it
    },
    stdout,
    stderr,
    version: __VERSION__,
    stop: catchStopSignals(),
  });
}
