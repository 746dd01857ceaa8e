import { createFakeClock, type FakeClock } from "../base/fake-clock.ts";
import { createSequentialIds } from "../base/ids.ts";
import type { JsonObject } from "../protocol/json.ts";
import type { Operation, OperationResult, TargetCall, TargetIdentity } from "../targets/adapter.ts";
import type { ScenarioContext, ScenarioTarget } from "./run-scenario.ts";

type Step<T> = OperationResult<T> | ((operation: Operation, clock: FakeClock) => Promise<OperationResult<T>>);

/** What a session of the tests does when it is asked; left out, everything succeeds at once. */
export interface Script {
  readonly setUp?: Step<TargetIdentity>;
  /** By the tool that is called. */
  readonly tools?: Readonly<
    Record<string, (call: TargetCall, operation: Operation, clock: FakeClock) => Promise<OperationResult<JsonObject>>>
  >;
  readonly cleanUp?: Step<undefined>;
  readonly stderr?: string;
}

export interface Scripted {
  readonly context: ScenarioContext;
  readonly clock: FakeClock;
  /** Ends the run from outside. */
  readonly ending: AbortController;
  /** What was asked of all sessions, in order. */
  readonly asked: {
    readonly operation: string;
    readonly correlationId: string;
    readonly budgetMs: number;
    readonly params?: JsonObject;
  }[];
}

export const IDENTITY: TargetIdentity = {
  name: "scripted",
  version: "1.0.0",
  protocolVersion: "2026-07-28",
  capabilities: {},
  transport: "in-process",
};

export function text(value: string, more: JsonObject = {}): OperationResult<JsonObject> {
  return { outcome: "success", value: { content: [{ type: "text", text: value }], ...more } };
}

/** A target without I/O, under a fake clock, for tests of what runs scenarios. */
export function createScripted(script: Script = {}, target: Partial<ScenarioTarget> = {}): Scripted {
  const clock = createFakeClock();
  const ending = new AbortController();
  const asked: Scripted["asked"] = [];
  const note = ({ name, correlationId, budgetMs }: Operation, params?: JsonObject) =>
    asked.push({ operation: name, correlationId, budgetMs, ...(params === undefined ? {} : { params }) });
  const perform = <T>(step: Step<T> | undefined, value: T, operation: Operation): Promise<OperationResult<T>> => {
    note(operation);
    if (step === undefined) return Promise.resolve({ outcome: "success", value });
    return typeof step === "function" ? step(operation, clock) : Promise.resolve(step);
  };
  return {
    clock,
    ending,
    asked,
    context: {
      clock,
      ids: createSequentialIds("id"),
      correlationIds: createSequentialIds("op"),
      zero: clock.now(),
      signal: ending.signal,
      env: {},
      cwd: "/",
      target: {
        transport: "in-process",
        external: false,
        defaultProtocolVersion: "2026-07-28",
        setupTimeoutMs: 30_000,
        cleanupTimeoutMs: 5_000,
        open: () => ({
          setUp: (operation) => perform(script.setUp, IDENTITY, operation),
          call(call, operation) {
            note(operation, call.params);
            const tool = script.tools?.[typeof call.params.name === "string" ? call.params.name : ""];
            return tool === undefined ? Promise.resolve(text("{}")) : tool(call, operation, clock);
          },
          cleanUp: (operation) => perform(script.cleanUp, undefined, operation),
          stderrTail: () => script.stderr ?? "",
        }),
        ...target,
      },
    },
  };
}
