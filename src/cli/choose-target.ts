import { LabError } from "../base/errors.ts";
import { DEFAULT_CLEANUP_TIMEOUT_MS, DEFAULT_SETUP_TIMEOUT_MS } from "../base/limits.ts";
import { MODERN_REVISION } from "../protocol/revision.ts";
import type { ScenarioTarget } from "../scenarios/run-scenario.ts";
import type { OptionValues } from "./define-command.ts";
import type { RUN } from "./options.ts";

export interface TargetWish extends Partial<Pick<OptionValues<typeof RUN.options>, "target" | "transport">> {
  /** The seed of all chance in the lab's own server. */
  readonly seed: number;
}

/** Where a line wants the calls to go: the lab's own server, in this process or over a real transport, or somebody else's. */
export async function chooseTarget({ target, transport, seed }: TargetWish): Promise<ScenarioTarget> {
  if (target !== undefined && transport !== undefined)
    throw new LabError("invalid_arguments", "--transport and --target do not go together", {
      hint: "The target file says how its server is reached",
    });
  switch (transport) {
    case undefined: {
      const { createInProcessSession } = await import("../targets/in-process.ts");
      return ownTarget("in-process", (lab) => createInProcessSession(lab, seed));
    }
    case "http": {
      const { createOwnHttpSession } = await import("../targets/own-http.ts");
      return ownTarget("http", (lab) => createOwnHttpSession(lab, seed));
    }
    case "stdio": {
      const { createOwnStdioSession } = await import("../targets/own-stdio.ts");
      return ownTarget("stdio", (lab) => createOwnStdioSession(lab, [process.execPath, entryFile(), "serve"]));
    }
    default:
      return transport satisfies never;
  }
}

function ownTarget(transport: ScenarioTarget["transport"], open: ScenarioTarget["open"]): ScenarioTarget {
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
