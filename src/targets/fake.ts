import * as v from "valibot";
import { until } from "../base/abort.ts";
import { isObject, type Json, type JsonObject } from "../protocol/json.ts";
import { FAILURE_KINDS } from "../protocol/outcome.ts";
import type {
  Operation,
  OperationResult,
  TargetAdapter,
  TargetCall,
  TargetFailure,
  TargetIdentity,
  TargetLab,
  TargetSession,
} from "./adapter.ts";

const json = v.custom<Json>((value) => value !== undefined);
const jsonObject = v.custom<JsonObject>(isObject);

/** What one operation does: waits, tells progress, then yields a result or fails, or never ends by itself. */
const stepSchema = v.strictObject({
  delayMs: v.optional(v.pipe(v.number(), v.minValue(0)), 0),
  /** Progress values, told after the delay. */
  progress: v.optional(v.array(v.number()), []),
  result: v.optional(jsonObject),
  failure: v.optional(
    v.strictObject({
      kind: v.picklist(FAILURE_KINDS),
      message: v.string(),
      code: v.optional(v.number()),
      data: v.optional(json),
    }),
  ),
  /** Ends only when it is given up. */
  hang: v.optional(v.boolean(), false),
  /** Does not even end then. */
  deaf: v.optional(v.boolean(), false),
  /** Throws, which an adapter must not do. */
  throws: v.optional(v.string()),
});

const tallySchema = v.strictObject({
  rule: v.string(),
  faults: v.array(v.string()),
  matched: v.number(),
  fired: v.number(),
  optional: v.boolean(),
});

const entrySchema = v.strictObject({ tool: v.string(), args: jsonObject, asked: v.number(), executed: v.number() });

/** What a fake target does, operation by operation. What is left out succeeds at once. */
const planSchema = v.strictObject({
  identity: v.optional(
    v.strictObject({
      name: v.optional(v.string(), "fake"),
      version: v.optional(v.string()),
      protocolVersion: v.optional(v.string(), "2026-07-28"),
      transport: v.optional(v.picklist(["in-process", "stdio", "http"]), "in-process"),
    }),
    {},
  ),
  setUp: v.optional(stepSchema, {}),
  /** One for each call, in order; the last counts for all that follow. */
  calls: v.optional(v.array(stepSchema), []),
  cleanUp: v.optional(stepSchema, {}),
  stderr: v.optional(v.string(), ""),
  /** How another connection is opened. */
  connect: v.optional(stepSchema, {}),
  /** What came of the rules, as the session tells it. */
  tallies: v.optional(v.array(tallySchema), []),
  ledger: v.optional(v.array(entrySchema)),
  /** Notifications that arrive when somebody begins to watch. */
  notifications: v.optional(v.array(jsonObject), []),
});

export type FakePlan = v.InferInput<typeof planSchema>;
type Plan = v.InferOutput<typeof planSchema>;
type Step = v.InferOutput<typeof stepSchema>;

/** One thing that a fake target was asked for, or that became of it. */
export interface FakeEvent {
  readonly event: "began" | "ended" | "given up";
  readonly operation: Operation["name"];
  readonly correlationId: string;
  readonly budgetMs: number;
  readonly call?: Pick<TargetCall, "method" | "params"> | undefined;
}

export interface FakeAdapter extends TargetAdapter<Plan> {
  /** What all sessions of this adapter were asked for, in order. */
  readonly events: readonly FakeEvent[];
}

/** Creates an adapter without I/O, whose sessions do what the config (a `FakePlan`) says. For tests of what uses targets. */
export function createFakeAdapter(): FakeAdapter {
  const events: FakeEvent[] = [];
  return {
    name: "fake",
    config: planSchema,
    events,
    transport: ({ identity }) => identity.transport,
    create: (plan, lab) => new FakeSession(plan, lab, (event) => void events.push(event)),
  };
}

class FakeSession implements TargetSession {
  readonly #plan: Plan;
  readonly #lab: TargetLab;
  readonly #note: (event: FakeEvent) => void;
  #calls = 0;
  #cleaning: Promise<OperationResult<undefined>> | undefined;

  constructor(plan: Plan, lab: TargetLab, note: (event: FakeEvent) => void) {
    this.#plan = plan;
    this.#lab = lab;
    this.#note = note;
  }

  setUp(operation: Operation): Promise<OperationResult<TargetIdentity>> {
    const { identity } = this.#plan;
    return this.#perform(this.#plan.setUp, operation, { ...identity, capabilities: {} });
  }

  call(call: TargetCall, operation: Operation): Promise<OperationResult<JsonObject>> {
    const { calls } = this.#plan;
    const step = calls[Math.min(this.#calls++, calls.length - 1)];
    return this.#perform(step ?? v.parse(stepSchema, {}), operation, step?.result ?? { content: [] }, call);
  }

  connect(_how: "beside" | "instead", operation: Operation): Promise<OperationResult<TargetIdentity>> {
    const { identity } = this.#plan;
    return this.#perform(this.#plan.connect, operation, { ...identity, capabilities: {} });
  }

  watch(listener: (notification: JsonObject) => void): () => void {
    for (const notification of this.#plan.notifications) listener(notification);
    return () => {};
  }

  tallies(): Plan["tallies"] {
    return this.#lab.rules === undefined ? [] : this.#plan.tallies;
  }

  ledger(): Plan["ledger"] {
    return this.#plan.ledger;
  }

  cleanUp(operation: Operation): Promise<OperationResult<undefined>> {
    return (this.#cleaning ??= this.#perform(this.#plan.cleanUp, operation, undefined));
  }

  observations(): readonly [] {
    return [];
  }

  stderrTail(): string {
    return this.#plan.stderr;
  }

  async #perform<T>(step: Step, operation: Operation, value: T, call?: TargetCall): Promise<OperationResult<T>> {
    const { name, correlationId, budgetMs, signal } = operation;
    const about = { operation: name, correlationId, budgetMs };
    const asked = call === undefined ? undefined : { method: call.method, params: call.params };
    this.#note({ event: "began", ...about, call: asked });
    if (step.throws !== undefined) throw new Error(step.throws);
    if (step.deaf) await new Promise(() => {});
    if (step.hang) await until(signal);
    if (step.delayMs > 0) await this.#lab.clock.sleep(step.delayMs, signal);
    if (signal.aborted) {
      this.#note({ event: "given up", ...about });
      return { outcome: "cancelled", failure: { kind: "cancelled", message: "given up before an answer came" } };
    }
    for (const progress of step.progress) call?.onProgress?.(progress);
    this.#note({ event: "ended", ...about });
    return step.failure === undefined ? { outcome: "success", value } : failed(step.failure);
  }
}

function failed(failure: TargetFailure): Exclude<OperationResult<never>, { outcome: "success" }> {
  const { kind } = failure;
  const outcome = kind === "timeout" || kind === "cancelled" || kind === "transport_loss" ? kind : "error";
  return { outcome, failure };
}
