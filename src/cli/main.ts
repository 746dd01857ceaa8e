import { writeSync } from "node:fs";
import { useChunkLoader } from "./chunk-loader.ts";

const [, , argument, ...rest] = process.argv;

// Answered before anything is loaded: it is what scripts ask first, and often. Not by the stream, whose opening costs a tenth of a start.
if ((argument === "--version" || argument === "-v") && rest.length === 0) writeSync(1, `${__VERSION__}\n`);
else void start();

/** Runs the command line and ends the process; the one place where it exits. */
async function start(): Promise<void> {
  useChunkLoader(`${__dirname}/cli`);
  const { runCommandLine } = await import("./command-line.ts");
  const { createProcessIo } = await import("./process-io.ts");
  const { code, signal } = await runCommandLine(process.argv.slice(2), createProcessIo());
  if (signal !== undefined) process.kill(process.pid, signal);
  process.exit(code);
}
