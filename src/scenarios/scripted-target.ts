import * as v from "valibot";
import { createFakeClock, type FakeClock } from "../base/fake-clock.ts";
import { createSequentialIds } from "../base/ids.ts";
import type { JsonObject } from "../protocol/json.ts";
import { createFakeAdapter, type FakeEvent, type FakePlan } from "../targets/fake.ts";
import type { ScenarioContext, ScenarioTarget } from "./run-scenario.ts";

export interface Scripted {
  readonly context: ScenarioContext;
  readonly clock: FakeClock;
  /** Ends the run from outside. */
  readonly ending: AbortController;
  /** What all sessions were asked for, in order. */
  asked(): FakeEvent[];
}

/** For tests of what runs scenarios: a target without I/O under a fake clock. The n-th session follows the n-th plan, or the last. */
export function createScripted(plans: readonly FakePlan[] = [{}], target: Partial<ScenarioTarget> = {}): Scripted {
  const clock = createFakeClock();
  const ending = new AbortController();
  const adapter = createFakeAdapter();
  let sessions = 0;
  return {
    clock,
    ending,
    asked: () => adapter.events.filter(({ event }) => event === "began"),
    context: {
      clock,
      ids: createSequentialIds("id"),
      correlationIds: createSequentialIds("op"),
      zero: clock.now(),
      seed: 7,
      signal: ending.signal,
      env: {},
      cwd: "/",
      target: {
        transport: "in-process",
        external: false,
        defaultProtocolVersion: "2026-07-28",
        setupTimeoutMs: 30_000,
        cleanupTimeoutMs: 5_000,
        open: (lab) => {
          const plan = plans[Math.min(sessions++, plans.length - 1)];
          return adapter.create(v.parse(adapter.config, plan), lab);
        },
        ...target,
      },
    },
  };
}

/** A result with one text item. */
export function text(value: string, more: JsonObject = {}): JsonObject {
  return { content: [{ type: "text", text: value }], ...more };
}
