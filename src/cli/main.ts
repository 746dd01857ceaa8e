const [, , argument, ...rest] = process.argv;

// Answered before anything is loaded: it is what scripts ask first, and often.
if ((argument === "--version" || argument === "-v") && rest.length === 0) process.stdout.write(`${__VERSION__}\n`);
else void start();

/** Runs the command line and ends the process; the one place where it exits. */
async function start(): Promise<void> {
  const { runCommandLine } = await import("./command-line.ts");
  const { stdout, stderr, env } = process;
  // A reader that has gone is nobody to tell.
  stdout.on("error", () => undefined);
  stderr.on("error", () => undefined);
  const { code, signal } = await runCommandLine(process.argv.slice(2), {
    // Opened when it is looked at, which costs a tenth of a start.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    env,
    cwd: process.cwd(),
  });
  if (signal !== undefined) process.kill(process.pid, signal);
  process.exit(code);
}
