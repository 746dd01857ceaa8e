import { FAULTS } from "../faults/index.ts";
import { CHANGES } from "../healthy/changes/catalogue.ts";
import { bindChange } from "../healthy/changes/define-change.ts";
import type { Changes } from "../healthy/offers/changes.ts";
import { Armory } from "../plan/armory.ts";
import { CarriedRules } from "../plan/carried-rules.ts";
import { compileRules, type CompileOptions } from "../plan/compile-rules.ts";
import type { OnFired } from "../plan/ledger.ts";
import { planFailure } from "../plan/plan-failure.ts";
import { RulePlan } from "../plan/rule-plan.ts";
import type { TransportKind } from "../protocol/exchange.ts";

/** A rule that has not been checked yet, and where it stands: for what is said when it is wrong. */
export interface RuleSource {
  readonly rule: unknown;
  readonly where: string;
}

export interface RuleHouseOptions {
  readonly sources: readonly RuleSource[];
  readonly seed: number;
  /** What the changes alter. */
  readonly offers: Changes;
  readonly transport: TransportKind | undefined;
  readonly onFired: OnFired | undefined;
}

/** A client that arms a rule speaks to a server that has started. */
const OVER_WHEN_ARMED = { methods: ["$start"], why: "is over when a client arms a rule" };
/** What no request brings about carries no rules. */
const CARRIES_NOTHING = { methods: ["$start", "$open", "$shutdown"], why: "carries no rules of its own" };

/** All that rules need: the whole catalogue and everything that arms it. Loaded when a rule is first met, since no other server pays for it. */
export interface RuleHouse {
  /** The rules of plans, the command line and a scenario. */
  readonly planned: RulePlan | undefined;
  readonly armory: Armory;
  readonly carried: CarriedRules;
}

/** Throws a `LabError` (`plan_load_failed`) that names every rule that could never act. */
export function openRuleHouse(options: RuleHouseOptions): RuleHouse {
  const { sources, seed, offers, transport, onFired } = options;
  const compiling: CompileOptions = {
    catalogue: new Map(FAULTS.map((fault) => [fault.name, fault])),
    changes: new Map(CHANGES.map((change) => [change.name, bindChange(change, offers)])),
    seed,
    direction: "to-client",
    isServer: true,
    transport,
  };
  const problems: string[] = [];
  const compiled = compileRules(sources, compiling, problems);
  if (problems.length > 0) throw planFailure(problems);
  return {
    planned: compiled.length === 0 ? undefined : new RulePlan(compiled, onFired),
    armory: new Armory({ ...compiling, unmet: OVER_WHEN_ARMED }, onFired),
    carried: new CarriedRules({ ...compiling, unmet: CARRIES_NOTHING }, onFired),
  };
}
