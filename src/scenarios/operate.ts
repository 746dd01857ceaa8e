import { setMaxListeners } from "node:events";
import type { Clock } from "../base/clock.ts";
import { errorText } from "../base/errors.ts";
import type { Ids } from "../base/ids.ts";
import { CANCEL_BUDGET_MS } from "../base/limits.ts";
import type { Operation, OperationResult, TargetFailure } from "../targets/adapter.ts";
import { reportedFailure } from "./call-outcome.ts";
import type { OperationReport } from "./report.ts";

/** One operation as it was asked for and as it ended. */
export interface Operated<T> {
  readonly result: OperationResult<T>;
  /** The operation, and after one that had to be given up the `cancel` that followed. */
  readonly reports: readonly OperationReport[];
  /** Set where the adapter went on after its signal: what it does from then on concerns nobody. */
  readonly problem?: string | undefined;
}

export interface OperateContext {
  readonly clock: Clock;
  /** Names each operation, in reports and to whoever performs it. */
  readonly correlationIds: Ids;
  /** The moment of the clock that counts as 0 in reports. */
  readonly zero: number;
  /** Gives the operation up before its time. */
  readonly signal: AbortSignal;
}

export interface OperationRequest {
  readonly name: OperationReport["name"];
  readonly budgetMs: number;
  /** Gives up this operation alone. */
  readonly cancelled?: AbortSignal | undefined;
}

/**
 * Runs one operation of an adapter under a budget that holds even if the adapter ignores its signal. When the time is up, or the
 * signal of the context aborts, the operation is over with `timeout` or `cancelled` at that very moment; the adapter then has
 * one second to cancel on the wire and to give up, which is a record of its own. Never rejects.
 */
export async function operate<T>(
  { name, budgetMs, cancelled }: OperationRequest,
  context: OperateContext,
  work: (operation: Operation) => Promise<OperationResult<T>>,
): Promise<Operated<T>> {
  const { clock, correlationIds, zero } = context;
  const correlationId = correlationIds();
  const giveUp = new AbortController();
  const startedAt = clock.now();
  const attempt = context.signal.aborted
    ? undefined // what has been ended is not begun
    : settle(() => work({ name, correlationId, budgetMs, signal: giveUp.signal }));
  const result = await firstOf(attempt, budgetMs, context, cancelled);
  const endedAt = clock.now();
  const report = (
    entry: Omit<OperationReport, "durationMs" | "startedAtMs" | "endedAtMs">,
    from: number,
    to: number,
  ) => ({
    ...entry,
    startedAtMs: rounded(from - zero),
    endedAtMs: rounded(to - zero),
    durationMs: rounded(to - from),
  });
  const own = report({ name, correlationId, budgetMs, ...outcomeOf(result.settled) }, startedAt, endedAt);
  if (attempt === undefined || !result.givenUp) return { result: result.settled, reports: [own] };

  giveUp.abort();
  const left = await leftInTime(attempt, clock);
  const cancel = report(
    { name: "cancel", correlationId, budgetMs: CANCEL_BUDGET_MS, ...outcomeOf(left) },
    endedAt,
    clock.now(),
  );
  const problem =
    left.outcome === "success"
      ? undefined
      : `${name}: the adapter did not give up within ${CANCEL_BUDGET_MS} ms after its time was up`;
  return { result: result.settled, reports: [own, cancel], problem };
}

/** The earlier of the operation's own end, the end of its budget, and the context's signal. */
function firstOf<T>(
  attempt: Promise<OperationResult<T>> | undefined,
  budgetMs: number,
  { clock, signal }: OperateContext,
  cancelled: AbortSignal | undefined,
): Promise<{ settled: OperationResult<T>; givenUp: boolean }> {
  return new Promise((resolve) => {
    const end = (settled: OperationResult<T>, givenUp: boolean): void => {
      release();
      signal.removeEventListener("abort", onAbort);
      cancelled?.removeEventListener("abort", onCancel);
      resolve({ settled, givenUp });
    };
    const onAbort = (): void => end(failed("cancelled", "given up: the run was ended"), true);
    const onCancel = (): void => end(failed("cancelled", "given up, as the scenario wants it"), true);
    const release = clock.after(budgetMs, () => end(failed("timeout", `no answer within ${budgetMs} ms`), true));
    void attempt?.then((settled) => end(settled, false));
    // Any number of calls may wait at once; Node.js takes more than ten for a leak and says so on stderr.
    setMaxListeners(0, signal);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    if (cancelled?.aborted === true) onCancel();
    else cancelled?.addEventListener("abort", onCancel, { once: true });
  });
}

async function leftInTime(attempt: Promise<unknown>, clock: Clock): Promise<OperationResult<undefined>> {
  const bounded = new AbortController();
  const late = clock
    .sleep(CANCEL_BUDGET_MS, bounded.signal)
    .then(() => failed("timeout", "the adapter did not give up"));
  const left = attempt.then((): OperationResult<undefined> => ({ outcome: "success", value: undefined }));
  const first = await Promise.race([left, late]);
  bounded.abort();
  return first;
}

/** An adapter yields a record and does not throw; one that does is not allowed to end the run. */
async function settle<T>(work: () => Promise<OperationResult<T>>): Promise<OperationResult<T>> {
  try {
    return await work();
  } catch (error) {
    return { outcome: "error", failure: { kind: "protocol_error", message: errorText(error) } };
  }
}

function outcomeOf(result: OperationResult<unknown>): Pick<OperationReport, "outcome" | "failure"> {
  if (result.outcome === "success") return { outcome: "success" };
  return { outcome: result.outcome, failure: reportedFailure(result.failure) };
}

function failed(kind: "timeout" | "cancelled", message: string): { outcome: typeof kind; failure: TargetFailure } {
  return { outcome: kind, failure: { kind, message } };
}

/** To the microsecond: more digits are noise. */
export function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
