import type { CommandLine } from "../define-command.ts";
import type { CliEnd, CliIo } from "../io.ts";
import type { SERVE } from "../options.ts";
import { readServeOptions } from "../read-serve-options.ts";
import { onStopSignal } from "../stop-signals.ts";
import { serve } from "./serve.ts";

/** Serves as a line asks for, in this process, until it is told to stop. */
export function serveCommand(line: CommandLine<typeof SERVE.options>, debug: boolean, io: CliIo): Promise<CliEnd> {
  const options = readServeOptions(line, debug);
  return serve(options, {
    get stdin() {
      return io.stdin; // HTTP does not look at it
    },
    get stdout() {
      return io.stdout;
    },
    get stderr() {
      return io.stderr; // opened when there is more to say than a few lines
    },
    version: __VERSION__,
    onStop: onStopSignal(),
  });
}
