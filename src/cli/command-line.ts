import { LabError } from "../base/errors.ts";
import type { CommandLine, CommandSpec, OptionTable } from "./define-command.ts";
import type { CliEnd, CliIo } from "./io.ts";
import type { CHECKS, FAULTS, HISTORY, RUN, SERVE, TARGETS } from "./options.ts";
import { parseCommandLine } from "./parse.ts";
import { catchStopSignals } from "./stop-signals.ts";
import { tellError, tellingOf } from "./tell-error.ts";

/**
 * Understands a command line and does what it asks for; each command is loaded when it is asked for. Never rejects: what goes wrong
 * is told on stderr, and where a report for programs was wanted also there.
 */
export async function runCommandLine(args: readonly string[], io: CliIo): Promise<CliEnd> {
  try {
    return await obey(args, io);
  } catch (error) {
    await tellError(error, tellingOf(args), io);
    return { code: 1 };
  }
}

async function obey(args: readonly string[], io: CliIo): Promise<CliEnd> {
  const asked = parseCommandLine(args);
  switch (asked.kind) {
    case "version":
      await io.send("stdout", `${__VERSION__}\n`);
      return { code: 0 };
    case "help": {
      const { renderHelp } = await import("./help.ts");
      await io.send("stdout", renderHelp(asked.about));
      return { code: 0 };
    }
    case "command":
      return obeyCommand(asked.command, asked.line, io);
    default:
      return asked satisfies never;
  }
}

async function obeyCommand(command: CommandSpec, line: CommandLine, io: CliIo): Promise<CliEnd> {
  const debug = line.given.has("debug");
  switch (command.name) {
    case "serve": {
      const { serveCommand } = await import("./commands/serve-command.ts");
      return serveCommand(lineOf<typeof SERVE.options>(line), debug, io);
    }
    case "run": {
      const { runCommand } = await import("./commands/run.ts");
      return runCommand(lineOf<typeof RUN.options>(line), debug, io);
    }
    case "demo": {
      const { demoCommand } = await import("./commands/demo.ts");
      return demoCommand(io);
    }
    case "faults": {
      const { faultsCommand } = await import("./commands/faults.ts");
      const [name] = line.operands;
      const { json } = lineOf<typeof FAULTS.options>(line).values;
      return printing(io, async (texts) => faultsCommand({ name, json }, texts));
    }
    case "targets": {
      const { targetsCommand } = await import("./commands/targets.ts");
      const { json } = lineOf<typeof TARGETS.options>(line).values;
      const { env, cwd } = io;
      const stop = catchStopSignals();
      return printing(io, (texts) => targetsCommand({ operands: line.operands, json }, { ...texts, env, cwd, stop }));
    }
    case "checks": {
      const { checksCommand } = await import("./commands/checks.ts");
      const [name] = line.operands;
      const { json } = lineOf<typeof CHECKS.options>(line).values;
      return printing(io, async (texts) => checksCommand({ name, json }, texts));
    }
    case "history": {
      const { historyCommand } = await import("./commands/history.ts");
      const [file = ""] = line.operands;
      const { json, judge, "one-client": isOneClient } = lineOf<typeof HISTORY.options>(line).values;
      return printing(io, (texts) => historyCommand({ file, json, judge, isOneClient }, texts));
    }
    default:
      throw new LabError("internal", `no code belongs to the command ${command.name}`);
  }
}

/** The line of one command. The parser has read it with that command's own table, which the name has just told. */
function lineOf<T extends OptionTable>(line: CommandLine): CommandLine<T> {
  return line as unknown as CommandLine<T>;
}

/** Runs a command that only prints, and lets nothing of a long text be lost when the process exits. */
async function printing(io: CliIo, command: (texts: PrintIo) => Promise<number>): Promise<CliEnd> {
  let [out, err] = ["", ""];
  const code = await command({
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    columns: io.isTerminal("stdout") ? io.stdout.columns : undefined,
  });
  await io.send("stdout", out);
  await io.send("stderr", err);
  return { code };
}

interface PrintIo {
  out(text: string): void;
  err(text: string): void;
  readonly columns: number | undefined;
}
