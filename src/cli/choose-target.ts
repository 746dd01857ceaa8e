import { realpathSync } from "node:fs";
import type { Clock } from "../base/clock.ts";
import { LabError } from "../base/errors.ts";
import type { ScenarioTarget } from "../scenarios/run-scenario.ts";
import { externalTarget, ownTarget, targetOf } from "../scenarios/scenario-target.ts";
import type { TargetPreparation } from "../targets/adapter.ts";
import { isClientAlone } from "../targets/tap-side.ts";
import { startServe } from "../targets/start-serve.ts";
import type { Target } from "../targets/target.ts";
import type { OptionValues } from "./define-command.ts";
import type { CliIo } from "./io.ts";
import type { RUN } from "./options.ts";

export interface TargetWish extends Partial<
  Pick<OptionValues<typeof RUN.options>, "target" | "transport" | "client" | "record">
> {
  /** The seed of all chance in the lab's own server. */
  readonly seed: number;
}

/** Where the line was given, and the clock of its run. */
export interface TargetIo extends Pick<CliIo, "env" | "cwd"> {
  readonly clock: Clock;
}

export interface ChosenTarget {
  readonly target: ScenarioTarget;
  /** What must not be told by anything that is written. */
  readonly secrets: readonly string[];
  /** For whoever runs this; one line each. */
  readonly warnings: readonly string[];
}

/** Where a line wants the calls to go: the lab's own server, in this process or over a real transport, or somebody else's. */
export async function chooseTarget(wish: TargetWish, io: TargetIo): Promise<ChosenTarget> {
  const { target, transport, client = "lab" } = wish;
  if (target === undefined) {
    const own = client === "lab" ? await labTarget(wish, io) : await sdkTarget(wish, io);
    return { target: own, secrets: [], warnings: [] };
  }
  if (transport !== undefined)
    throw new LabError("invalid_arguments", "--transport and --target do not go together", {
      hint: "The target file says how its server is reached",
    });
  if (client !== "lab")
    throw new LabError("invalid_arguments", `--client ${client} and --target do not go together`, {
      hint: "Another client in the client's seat is asked against the lab's own server: leave --target out",
    });
  const { loadTarget } = await import("../targets/load-target.ts");
  const loaded = await loadTarget(target, io.cwd);
  const { secrets, warnings } = prepare(loaded, target, io.env);
  return { target: externalTarget(loaded), secrets, warnings };
}

function prepare(loaded: Target, file: string, env: CliIo["env"]): TargetPreparation {
  try {
    return loaded.prepare(env);
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    const { code, message, hint } = error;
    throw new LabError(code, `${file}: ${message}`, { ...(hint === undefined ? {} : { hint }), cause: error });
  }
}

async function labTarget({ transport, seed, record }: TargetWish, io: TargetIo): Promise<ScenarioTarget> {
  if (transport !== "stdio") return ownTarget(transport ?? "in-process", seed);
  const command = serveCommand(seed);
  // One that is to record has to be told so when it starts.
  const ready = record === undefined ? startServe(command, io) : undefined;
  const { openOwnStdioSessions } = await import("../targets/own-stdio.ts");
  const own = targetOf("stdio", openOwnStdioSessions(command, ready));
  return { ...own, recordsItself: (rules) => !isClientAlone(rules) };
}

/** The official SDK's client against the lab's own server. */
async function sdkTarget(
  { transport: over, seed, record }: TargetWish,
  { cwd }: Pick<CliIo, "cwd">,
): Promise<ScenarioTarget> {
  if (over === "stdio" && record !== undefined)
    throw new LabError("invalid_arguments", "--record does not go with --client typescript-sdk over stdio", {
      hint: "The client keeps what it reads to itself: record --transport http, or leave --transport out",
    });
  const transport = over ?? "in-process";
  const { loadSdk } = await import("../targets/sdk-load.ts");
  const { createSdkTarget } = await import("../targets/sdk-target.ts");
  const sdk = loadSdk(cwd, realpathSync(entryFile()));
  const open: ScenarioTarget["open"] = (lab) =>
    createSdkTarget(transport, { lab, sdk, seed, serve: serveCommand(seed) });
  return { ...targetOf(transport, open), client: sdk.name };
}

/** The same server as in process: every tool there is, and chance from the run's seed. */
function serveCommand(seed: number): readonly [string, ...string[]] {
  return [process.execPath, entryFile(), "serve", "--tools", "all", "--seed", String(seed)];
}

/** The file of this very command. */
function entryFile(): string {
  const [, entry] = process.argv;
  if (entry === undefined) throw new LabError("internal", "the command does not know its own file");
  return entry;
}
