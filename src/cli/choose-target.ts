import { LabError } from "../base/errors.ts";
import { DEFAULT_CLEANUP_TIMEOUT_MS, DEFAULT_SETUP_TIMEOUT_MS } from "../base/limits.ts";
import { MODERN_REVISION } from "../protocol/revision.ts";
import type { ScenarioTarget } from "../scenarios/run-scenario.ts";
import type { TargetPreparation } from "../targets/adapter.ts";
import type { Target } from "../targets/target.ts";
import type { OptionValues } from "./define-command.ts";
import type { CliIo } from "./io.ts";
import type { RUN } from "./options.ts";

export interface TargetWish extends Partial<Pick<OptionValues<typeof RUN.options>, "target" | "transport">> {
  /** The seed of all chance in the lab's own server. */
  readonly seed: number;
}

export interface ChosenTarget {
  readonly target: ScenarioTarget;
  /** What must not be told by anything that is written. */
  readonly secrets: readonly string[];
  /** For whoever runs this; one line each. */
  readonly warnings: readonly string[];
}

/** Where a line wants the calls to go: the lab's own server, in this process or over a real transport, or somebody else's. */
export async function chooseTarget(wish: TargetWish, io: Pick<CliIo, "env" | "cwd">): Promise<ChosenTarget> {
  const { target, transport } = wish;
  if (target === undefined) return { target: await ownTarget(wish), secrets: [], warnings: [] };
  if (transport !== undefined)
    throw new LabError("invalid_arguments", "--transport and --target do not go together", {
      hint: "The target file says how its server is reached",
    });
  const { loadTarget } = await import("./load-target.ts");
  const loaded = await loadTarget(target, io.cwd);
  const { secrets, warnings } = prepare(loaded, target, io.env);
  return {
    target: {
      transport: loaded.transport,
      external: true,
      defaultProtocolVersion: "auto",
      setupTimeoutMs: loaded.setupTimeoutMs,
      cleanupTimeoutMs: loaded.cleanupTimeoutMs,
      open: (lab) => loaded.open(lab),
    },
    secrets,
    warnings,
  };
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

async function ownTarget({ transport, seed }: TargetWish): Promise<ScenarioTarget> {
  switch (transport) {
    case undefined: {
      const { createInProcessSession } = await import("../targets/in-process.ts");
      return own("in-process", (lab) => createInProcessSession(lab, seed));
    }
    case "http": {
      const { createOwnHttpSession } = await import("../targets/own-http.ts");
      return own("http", (lab) => createOwnHttpSession(lab, seed));
    }
    case "stdio": {
      const { createOwnStdioSession } = await import("../targets/own-stdio.ts");
      // The same server as the others: every tool there is, and chance from the run's seed.
      const serve = ["serve", "--tools", "all", "--seed", String(seed)];
      return own("stdio", (lab) => createOwnStdioSession(lab, [process.execPath, entryFile(), ...serve]));
    }
    default:
      return transport satisfies never;
  }
}

function own(transport: ScenarioTarget["transport"], open: ScenarioTarget["open"]): ScenarioTarget {
  return {
    transport,
    external: false,
    defaultProtocolVersion: MODERN_REVISION,
    setupTimeoutMs: DEFAULT_SETUP_TIMEOUT_MS,
    cleanupTimeoutMs: DEFAULT_CLEANUP_TIMEOUT_MS,
    open,
  };
}

/** The file of this very command. */
function entryFile(): string {
  const [, entry] = process.argv;
  if (entry === undefined) throw new LabError("internal", "the command does not know its own file");
  return entry;
}
