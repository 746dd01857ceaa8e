import * as v from "valibot";
import { LabError } from "../base/errors.ts";
import { DEFAULT_CLEANUP_TIMEOUT_MS, DEFAULT_SETUP_TIMEOUT_MS } from "../base/limits.ts";
import { checkInput } from "../base/schema-problems.ts";
import type { TargetIdentity, TargetLab, TargetPreparation, TargetSession } from "./adapter.ts";
import { targetAdapters, type AdapterRegistry } from "./registry.ts";

const MAX_SETUP_TIMEOUT_MS = 600_000;
const MAX_CLEANUP_TIMEOUT_MS = 60_000;

/** A target as a file describes it, ready to be prepared and opened. */
export interface Target {
  /** The adapter's name. */
  readonly adapter: string;
  readonly transport: TargetIdentity["transport"];
  readonly setupTimeoutMs: number;
  readonly cleanupTimeoutMs: number;
  /**
   * Reads what the target takes from the environment, without I/O; to be called once before anything is started or asked. Throws
   * `target_load_failed` naming the variable that is missing.
   */
  prepare(env: TargetLab["env"]): TargetPreparation;
  /** Prepares a session; no I/O happens before its set-up. Throws as `prepare` does. */
  open(lab: TargetLab): TargetSession;
}

/** What stands in a target file around the adapter's own config. */
export const targetSchema = v.strictObject({
  $schema: v.optional(v.pipe(v.string(), v.description("Where the JSON Schema of this file stands."))),
  adapter: v.pipe(v.string(), v.description("The kind of target.")),
  config: v.pipe(
    v.unknown(),
    v.metadata({ allowed: "an object" }),
    v.description("How the adapter reaches the server; what may stand here is the adapter's."),
  ),
  setupTimeoutMs: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.maxValue(MAX_SETUP_TIMEOUT_MS),
      v.description("Milliseconds for starting, connecting and agreeing on a revision."),
    ),
    DEFAULT_SETUP_TIMEOUT_MS,
  ),
  cleanupTimeoutMs: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.maxValue(MAX_CLEANUP_TIMEOUT_MS),
      v.description("Milliseconds for terminating the session and closing, together."),
    ),
    DEFAULT_CLEANUP_TIMEOUT_MS,
  ),
});

/**
 * Reads what stands in a target file. Throws one `target_load_failed` that names `where` and everything that is wrong: the JSON path,
 * the type of what was found, and what is allowed. Values are not repeated: they may be secrets (SPEC 14.12).
 */
export function parseTarget(value: unknown, where: string, adapters: AdapterRegistry = targetAdapters): Target {
  const outer = checkInput(targetSchema, value, { quiet: true });
  if (outer.problems !== undefined) throw loadFailure(where, outer.problems);
  const { adapter: name, config, setupTimeoutMs, cleanupTimeoutMs } = outer.value;
  const adapter = adapters.get(name);
  if (adapter === undefined) {
    const allowed = adapters.names.map((each) => JSON.stringify(each)).join(", ");
    throw loadFailure(where, [`$.adapter: found a text, allowed are ${allowed}`]);
  }
  const inner = checkInput(adapter.config, config, { quiet: true });
  if (inner.problems !== undefined) {
    const problems = inner.problems.map((problem) => problem.replace(/^\$/, () => "$.config"));
    throw loadFailure(where, problems);
  }
  const parsed: unknown = inner.value;
  return {
    adapter: name,
    transport: adapter.transport(parsed),
    setupTimeoutMs,
    cleanupTimeoutMs,
    prepare: (env) => adapter.prepare?.(parsed, env) ?? { secrets: [], warnings: [] },
    open: (lab) => adapter.create(parsed, lab),
  };
}

function loadFailure(where: string, problems: readonly string[]): LabError {
  const [first] = problems;
  const text = problems.length === 1 ? ` ${first}` : problems.map((problem) => `\n  ${problem}`).join("");
  return new LabError("target_load_failed", `${where}:${text}`);
}
