import { systemClock, type Clock } from "../base/clock.ts";
import { LabError } from "../base/errors.ts";
import type { OptionValues } from "./define-command.ts";
import type { RUN } from "./options.ts";

type ClockWish = Pick<OptionValues<typeof RUN.options>, "clock" | "target" | "transport" | "client">;

/** The clock of a run. The fast one knows only what happens in this process: throws where anything else takes part. */
export async function chooseClock({ clock, target, transport, client }: ClockWish): Promise<Clock> {
  if (clock === "real") return systemClock;
  const other = [
    ["--target", target !== undefined],
    ["--transport", transport !== undefined],
    ["--client", client !== "lab"],
  ].find(([, isGiven]) => isGiven);
  if (other !== undefined)
    throw new LabError("invalid_arguments", `--clock fast and ${String(other[0])} do not go together`, {
      hint: "Time can be skipped only where client and server are in this process: leave one of them out",
    });
  // What client and server load on demand is loaded now: the clock cannot see that somebody waits for a module.
  const [{ createFastClock }] = await Promise.all([
    import("../base/fast-clock.ts"),
    import("../server/create-fault-server.ts"),
    import("../server/http-face.ts"),
    import("../server/rule-house.ts"),
    import("../server/client-rules.ts"),
  ]);
  return createFastClock();
}
