import { systemClock } from "../../base/clock.ts";
import { errorText, LabError } from "../../base/errors.ts";
import { createSequentialIds } from "../../base/ids.ts";
import { createRedactor } from "../../base/redact.ts";
import { printable } from "../../reports/printable.ts";
import { checkTarget, type CheckStep, type TargetCheck } from "../../targets/check-target.ts";
import { STOP_SIGNALS } from "../stop-signals.ts";
import { loadTarget } from "../../targets/load-target.ts";

/** Things noticed that are shown; `--json` has them all. */
const MAX_OBSERVATIONS = 5;

export interface TargetsIo {
  out(text: string): void;
  err(text: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Ends the check early. */
  readonly stop: AbortSignal;
}

export interface TargetsOptions {
  /** The words after the command: `check FILE`. */
  readonly operands: readonly string[];
  readonly json: boolean;
}

/**
 * Connects to the server that a target file describes and says what it is, so that the file can be trusted before a scenario is
 * written. Returns the exit code: 1 where something failed, 128 and the signal's number where one ended it. Throws a `LabError` where the file cannot be used.
 */
export async function targetsCommand({ operands, json }: TargetsOptions, io: TargetsIo): Promise<number> {
  const [verb, file] = operands;
  if (verb !== "check" || file === undefined) {
    throw new LabError("invalid_arguments", `targets: found ${JSON.stringify(verb)}, allowed is check FILE`);
  }
  const target = await loadTarget(file, io.cwd);
  const { warnings } = prepared(() => target.prepare(io.env), file);
  for (const warning of warnings) io.err(`mcp-failure-lab: warning: ${warning}\n`);
  const ids = createSequentialIds("check");
  const lab = { clock: systemClock, ids, env: io.env, cwd: io.cwd, protocolVersion: "auto" } as const;
  const { setupTimeoutMs, cleanupTimeoutMs } = target;
  const options = { clock: systemClock, ids, setupTimeoutMs, cleanupTimeoutMs, signal: io.stop };
  const check = await checkTarget(target.open(lab), options);
  const text = json ? `${JSON.stringify({ file, ...check }, null, 2)}\n` : describe(file, check);
  // The session tells nothing of the target's own secrets; these are known by their names.
  io.out(createRedactor().text(text));
  const stopped = Object.entries(STOP_SIGNALS).find(([name]) => io.stop.aborted && name === io.stop.reason);
  return stopped?.[1] ?? (check.passed ? 0 : 1);
}

function prepared<T>(prepare: () => T, file: string): T {
  try {
    return prepare();
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    throw new LabError(error.code, `${file}: ${errorText(error)}`, {
      cause: error,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    });
  }
}

function describe(file: string, { passed, identity, tools, steps, observations, stderr }: TargetCheck): string {
  const lines = [`Target: ${file}`];
  if (identity !== undefined) {
    const { name, version, protocolVersion, capabilities } = identity;
    lines.push(
      `Server: ${printable(`${name}${version === undefined ? "" : ` ${version}`}`)}`,
      `Revision: ${protocolVersion}`,
      `Capabilities: ${printable(Object.keys(capabilities).join(", ")) || "none"}`,
    );
  }
  if (tools !== undefined) lines.push(`Tools (${tools.length}):`, ...tools.map(({ name }) => `  ${printable(name)}`));
  lines.push("Steps:", ...steps.map(stepLine));
  lines.push(
    ...observations.slice(0, MAX_OBSERVATIONS).map(({ kind, text }) => `Noticed: ${printable(`${kind}: ${text}`)}`),
  );
  if (stderr !== undefined && stderr !== "")
    lines.push(
      "Its stderr ended with:",
      ...stderr
        .trimEnd()
        .split("\n")
        .map((line) => `  ${printable(line)}`),
    );
  lines.push(passed ? "The target can be used." : "The target cannot be used.");
  return `${lines.join("\n")}\n`;
}

function stepLine({ name, durationMs, failure }: CheckStep): string {
  const time = `~${Math.round(durationMs)} ms`;
  return failure === undefined
    ? `  ${name}: ok, ${time}`
    : `  ${name}: failed after ${time}: ${failure.kind}: ${printable(failure.message)}`;
}
