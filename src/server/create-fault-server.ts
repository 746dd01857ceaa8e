import { systemClock } from "../base/clock.ts";
import { randomIds } from "../base/ids.ts";
import { createRandom } from "../base/random.ts";
import { FAULT_TOOLS } from "../faults/fault-tools.ts";
import { toolInputSchema } from "../faults/tool-schemas.ts";
import { EffectLedger, type LedgerEntry, type OnAsked } from "../healthy/effect-ledger.ts";
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
import type { OnFired, RuleTally } from "../plan/ledger.ts";
import type { TransportKind } from "../protocol/exchange.ts";
import { createFaultPlan } from "./fault-plan.ts";
import type { RuleHouse, RuleSource } from "./rule-house.ts";
import { joinFaultServer, type FaultServer, type FaultServerOptions } from "./fault-server.ts";

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
  /** Hears of each change of the ledger, and has the entry as it is then. */
  readonly onAsked?: OnAsked | undefined;
  /** The connections are sockets or a process of their own, though it is not `serve` that runs; as `serve` unless said otherwise. */
  readonly ownProcess?: boolean | undefined;
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
  const { version, seed = 0, serve = false, clock = systemClock, ids = randomIds } = options;
  const ledger = new EffectLedger(options.onAsked);
  const fixtures = options.conformance === true ? await loadConformance() : undefined;
  const armory = async () => (await plan.house()).armory;
  const healthy = createHealthyServer({
    clock,
    ids,
    version,
    faults: FAULT_TOOLS,
    inputSchema: toolInputSchema,
    serve,
    toolSelection: options.tools ?? "core",
    extraTools: [createWitnessTool(ledger, options.onEffect), ...createArmingTools(armory)],
    extend(offers) {
      if (offers.tools.get(WITNESS_TOOL) !== undefined) offers.resources.set(LEDGER_URI, ledgerResource(ledger));
      fixtures?.(offers);
    },
  });
  const openHouse = async (): Promise<RuleHouse> => {
    const { openRuleHouse } = await import("./rule-house.ts");
    const { transport, onFired, rules: sources = [] } = options;
    return openRuleHouse({ sources, seed, offers: healthy.changes, transport, onFired });
  };
  const house = (options.rules ?? []).length === 0 ? undefined : await openHouse();
  const plan = createFaultPlan({
    random: createRandom(seed),
    house,
    openHouse,
    ownProcess: options.ownProcess ?? serve,
  });
  return Object.assign(joinFaultServer({ ...options, clock, ids, healthy, plan }), {
    tallies: () => house?.planned?.tallies() ?? [],
    ledger: () => ledger.entries(),
  });
}
