import { systemClock } from "../base/clock.ts";
import { LabError } from "../base/errors.ts";
import { randomIds } from "../base/ids.ts";
import { createRandom } from "../base/random.ts";
import { FAULTS } from "../faults/index.ts";
import { toolInputSchema } from "../faults/tool-schemas.ts";
import { bindChange } from "../healthy/changes/define-change.ts";
import { CHANGES } from "../healthy/changes/catalogue.ts";
import { EffectLedger, type LedgerEntry } from "../healthy/effect-ledger.ts";
import { loadConformance } from "../healthy/load-conformance.ts";
import { createHealthyServer } from "../healthy/server.ts";
import { createArmingTools } from "../healthy/tools/arming-tools.ts";
import type { ToolSelection } from "../healthy/tools/select-tools.ts";
import {
  createWitnessTool,
  LEDGER_URI,
  ledgerResource,
  WITNESS_TOOL,
  type OnEffect,
} from "../healthy/tools/witness-tool.ts";
import type { BoundChange } from "../plan/bound-change.ts";
import { Armory } from "../plan/armory.ts";
import { CarriedRules } from "../plan/carried-rules.ts";
import { compileRules, type CompileOptions } from "../plan/compile-rules.ts";
import type { OnFired, RuleTally } from "../plan/ledger.ts";
import { RulePlan } from "../plan/rule-plan.ts";
import type { TransportKind } from "../protocol/exchange.ts";
import { createFaultPlan } from "./fault-plan.ts";
import { joinFaultServer, type FaultServer, type FaultServerOptions } from "./fault-server.ts";

/** A rule that has not been checked yet, and where it stands: for what is said when it is wrong. */
export interface RuleSource {
  readonly rule: unknown;
  readonly where: string;
}

export interface CreateFaultServerOptions extends Omit<FaultServerOptions, "healthy" | "plan"> {
  /** The lab's version, as the server says it. */
  readonly version: string;
  /** From which chance is drawn; 0 unless said otherwise. */
  readonly seed?: number | undefined;
  /** When which faults act. */
  readonly rules?: readonly RuleSource[] | undefined;
  /** Hears of every rule that acts. */
  readonly onFired?: OnFired | undefined;
  /** Hears of every side effect of a tool. */
  readonly onEffect?: OnEffect | undefined;
  /** Which tools are listed; `core` unless said otherwise. */
  readonly tools?: ToolSelection | undefined;
  /** The server is a process of its own. */
  readonly serve?: boolean | undefined;
  /** The one transport that is served, where that is known: rules that cannot act on it are refused. */
  readonly transport?: TransportKind | undefined;
  /** Offers what the official conformance suite asks for. */
  readonly conformance?: boolean | undefined;
}

/** A fault server with its rules. */
export interface PlannedFaultServer extends FaultServer {
  /** What came of the rules so far, in their order. */
  tallies(): readonly RuleTally[];
  /** The side effects so far: how often each was asked for, and how often it happened. */
  ledger(): readonly LedgerEntry[];
}

/**
 * Creates a fault server with the whole catalogue. Opens nothing: `serveLink`, `connect`, `handler` and `port` do. Throws a `LabError`
 * (`plan_load_failed`) that names every rule that could never act.
 */
export async function createFaultServer(options: CreateFaultServerOptions): Promise<PlannedFaultServer> {
  const { version, seed = 0, serve = false, clock = systemClock, ids = randomIds, onFired } = options;
  // The changes are bound to the server, which offers tools that arm them: they are filled in once it is there.
  const changes = new Map<string, BoundChange>();
  const compiling: CompileOptions = {
    catalogue: CATALOGUE,
    changes,
    seed,
    direction: "to-client",
    transport: options.transport,
  };
  const ledger = new EffectLedger();
  const armory = new Armory(compiling, onFired);
  const fixtures = options.conformance === true ? await loadConformance() : undefined;
  const healthy = createHealthyServer({
    clock,
    ids,
    version,
    faults: FAULTS,
    inputSchema: toolInputSchema,
    serve,
    toolSelection: options.tools ?? "core",
    extraTools: [createWitnessTool(ledger, options.onEffect), ...createArmingTools(armory)],
    extend(offers) {
      if (offers.tools.get(WITNESS_TOOL) !== undefined) offers.resources.set(LEDGER_URI, ledgerResource(ledger));
      fixtures?.(offers);
    },
  });
  for (const change of CHANGES) changes.set(change.name, bindChange(change, healthy.changes));
  const rules = compile(options.rules ?? [], compiling, onFired);
  const plan = createFaultPlan({
    random: createRandom(seed),
    rules,
    armory,
    carried: new CarriedRules(compiling, onFired),
    ownProcess: serve,
  });
  return Object.assign(joinFaultServer({ ...options, clock, ids, healthy, plan }), {
    tallies: () => rules?.tallies() ?? [],
    ledger: () => ledger.entries(),
  });
}

const CATALOGUE = new Map(FAULTS.map((fault) => [fault.name, fault]));

function compile(
  sources: readonly RuleSource[],
  options: CompileOptions,
  onFired: OnFired | undefined,
): RulePlan | undefined {
  if (sources.length === 0) return undefined;
  const problems: string[] = [];
  const compiled = compileRules(sources, options, problems);
  if (problems.length > 0) throw new LabError("plan_load_failed", problems.join("\n"));
  return new RulePlan(compiled, onFired);
}
