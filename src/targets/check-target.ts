import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import { within } from "../base/within.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import type {
  Operation,
  OperationResult,
  TargetFailure,
  TargetIdentity,
  TargetObservation,
  TargetSession,
} from "./adapter.ts";

/** One step of looking at a target. */
export interface CheckStep {
  readonly name: "connect" | "tools/list" | "clean-up";
  readonly durationMs: number;
  readonly failure?: TargetFailure | undefined;
}

/** What a target turned out to be. Plain data. */
export interface TargetCheck {
  readonly passed: boolean;
  readonly identity?: TargetIdentity | undefined;
  /** Names and descriptions; undefined where the target has no tools or they could not be listed. */
  readonly tools?: readonly { readonly name: string; readonly description?: string | undefined }[] | undefined;
  readonly steps: readonly CheckStep[];
  /** What was noticed beside the answers, oldest first: a fall-back to the legacy era, text on stdout that is no message, … */
  readonly observations: readonly TargetObservation[];
  /** The end of what it wrote on stderr, where something failed. */
  readonly stderr?: string | undefined;
}

export interface CheckTargetOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly setupTimeoutMs: number;
  readonly cleanupTimeoutMs: number;
  /** Ends it early. */
  readonly signal: AbortSignal;
}

/** How long the list of tools may take. */
const LIST_TIMEOUT_MS = 30_000;
/** Pages that are followed: a cursor that never ends must not keep the check from ending. */
const MAX_PAGES = 64;

/** Connects to a target, says who it is, lists its tools, and leaves again. Never rejects. */
export async function checkTarget(session: TargetSession, options: CheckTargetOptions): Promise<TargetCheck> {
  const { clock, ids, signal } = options;
  const steps: CheckStep[] = [];
  const step = async <T>(
    name: CheckStep["name"],
    operation: Operation["name"],
    budgetMs: number,
    work: (operation: Operation) => Promise<OperationResult<T>>,
  ): Promise<T | undefined> => {
    const start = clock.now();
    const correlationId = ids();
    const result = await within(clock, budgetMs, signal, (bounded) =>
      work({ name: operation, correlationId, budgetMs, signal: bounded }),
    );
    const durationMs = Math.round((clock.now() - start) * 1000) / 1000;
    if (result.outcome === "success") {
      steps.push({ name, durationMs });
      return result.value;
    }
    // The adapter only knows that it was told to give up; here it is known why.
    const late = result.outcome === "cancelled" && !signal.aborted;
    const failure = late
      ? ({ kind: "timeout", message: `${result.failure.message} (within ${budgetMs} ms)` } as const)
      : result.failure;
    steps.push({ name, durationMs, failure });
    return undefined;
  };

  const identity = await step("connect", "set-up", options.setupTimeoutMs, (operation) => session.setUp(operation));
  const tools =
    identity?.capabilities.tools === undefined
      ? undefined
      : await step("tools/list", "execute", LIST_TIMEOUT_MS, (operation) => listTools(session, operation));
  // A clean-up must not be kept from its work by what ended the check.
  const leave = new AbortController();
  await step("clean-up", "clean-up", options.cleanupTimeoutMs, (operation) =>
    session.cleanUp(signal.aborted ? { ...operation, signal: leave.signal } : operation),
  );
  const passed = steps.every((each) => each.name === "clean-up" || each.failure === undefined);
  const observations = session.observations();
  return { passed, identity, tools, steps, observations, ...(passed ? {} : { stderr: session.stderrTail() }) };
}

async function listTools(
  session: TargetSession,
  operation: Operation,
): Promise<OperationResult<NonNullable<TargetCheck["tools"]>>> {
  const tools: { name: string; description?: string | undefined }[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const params: JsonObject = cursor === undefined ? {} : { cursor };
    const result = await session.call({ method: "tools/list", params }, operation);
    if (result.outcome !== "success") return result;
    const listed = Array.isArray(result.value.tools) ? (result.value.tools as unknown[]) : [];
    for (const tool of listed) {
      if (!isObject(tool) || typeof tool.name !== "string") continue;
      const { name, description } = tool;
      tools.push(typeof description === "string" ? { name, description } : { name });
    }
    const { nextCursor } = result.value;
    if (typeof nextCursor !== "string" || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return { outcome: "success", value: tools };
}
