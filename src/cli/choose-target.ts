import { LabError } from "../base/errors.ts";
import type { ScenarioTarget } from "../scenarios/run-scenario.ts";
import type { OptionValues } from "./define-command.ts";
import type { CliIo } from "./io.ts";
import type { RUN } from "./options.ts";

/** Where a line wants the calls to go: the lab's own server, in this process or over a real transport, or somebody else's. */
export async function chooseTarget(
  { target, transport }: Pick<OptionValues<typeof RUN.options>, "target" | "transport">,
  io: CliIo,
): Promise<ScenarioTarget> {
  if (target !== undefined && transport !== undefined)
    throw new LabError("invalid_arguments", "--transport and --target do not go together", {
      hint: "The target file says how its server is reached",
    });
  void io;
  throw new LabError("internal", "no target yet");
}
