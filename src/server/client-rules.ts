import type { Clock } from "../base/clock.ts";
import { openDirectly, type OpenOutbound } from "../client/outbound.ts";
import { FAULTS } from "../faults/index.ts";
import { compileRules } from "../plan/compile-rules.ts";
import type { OnFired, RuleTally } from "../plan/ledger.ts";
import { planFailure } from "../plan/plan-failure.ts";
import { RulePlan } from "../plan/rule-plan.ts";
import type { TransportKind } from "../protocol/exchange.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import { startPipeline, type PipelineContext } from "../wire/pipeline.ts";
import type { Tap } from "../wire/tap.ts";
import type { RuleSource } from "./rule-house.ts";

export interface ClientRulesOptions {
  readonly sources: readonly RuleSource[];
  readonly seed: number;
  readonly clock: Clock;
  readonly transport: TransportKind;
  /** The name under which the client introduces itself. */
  readonly client: string;
  /** Hears what the client sends and receives. */
  readonly tap?: Tap | undefined;
  /** Hears of each rule that acts. */
  readonly onFired?: OnFired | undefined;
  /** Hears of a fault that threw, which is a defect of it. */
  readonly onError: (error: unknown) => void;
}

/** Rules of direction `to-server`: faults that act on what the lab's own client sends, by the same pipeline (SPEC 5). */
export interface ClientRules {
  /** For the client: stands between its frames and the wire. */
  readonly outbound: OpenOutbound;
  /** For the client: what arrives is shown to the faults that wait for it. */
  readonly tap: Tap;
  /** What came of the rules so far, in their order. */
  tallies(): readonly RuleTally[];
  /** Ends every fault that still acts. */
  close(): void;
}

/** Throws a `LabError` (`plan_load_failed`) that names every rule that could never act. */
export function createClientRules(options: ClientRulesOptions): ClientRules {
  const { sources, seed, clock, transport, client, tap, onError } = options;
  const problems: string[] = [];
  const catalogue = new Map(FAULTS.map((fault) => [fault.name, fault]));
  const compiled = compileRules(sources, { catalogue, seed, direction: "to-server", transport }, problems);
  if (problems.length > 0) throw planFailure(problems);
  const plan = new RulePlan(compiled, options.onFired);
  const closing = new AbortController();
  const listeners = new Set<(message: JsonObject) => void>();
  const context: PipelineContext = {
    clock,
    closing: closing.signal,
    tap,
    onError,
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const direct = openDirectly(tap);
  return {
    tallies: () => plan.tallies(),
    close: () => closing.abort(),
    tap(tapped) {
      tap?.(tapped);
      const { direction, frame } = tapped;
      if (direction === "to-server" || listeners.size === 0) return;
      const message = frame.kind === "message" ? frame.message : frame.kind === "bytes" ? frame.of : undefined;
      if (isObject(message)) for (const listener of [...listeners]) listener(message);
    },
    outbound(exchange, sink) {
      const verdict = plan.decide(exchange, { client, ownProcess: false });
      if (verdict === undefined || verdict.faults.length === 0) return direct(exchange, sink);
      const { queue } = startPipeline(exchange, verdict.faults, sink, context);
      return { push: (frame) => queue.push(frame), end: () => queue.end() };
    },
  };
}
