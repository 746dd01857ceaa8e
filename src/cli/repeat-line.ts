import type { OptionValues } from "./define-command.ts";
import type { RUN } from "./options.ts";

type RunValues = Pick<OptionValues<typeof RUN.options>, "target" | "transport" | "client" | "clock" | "fail-on">;

/** The command line that runs one scenario of a run again, with the same chance; to be pasted into a shell. */
export function repeatLine(
  file: string,
  { target, transport, client, clock, "fail-on": failOn }: RunValues,
  seed: number,
): string {
  const words = ["mcp-failure-lab", "run", file];
  if (target !== undefined) words.push("--target", target);
  if (transport !== undefined) words.push("--transport", transport);
  if (client !== "lab") words.push("--client", client);
  if (clock !== "real") words.push("--clock", clock);
  if (failOn !== "never") words.push("--fail-on", failOn);
  words.push("--seed", String(seed));
  return words.map(quoted).join(" ");
}

/** As a POSIX shell reads it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
