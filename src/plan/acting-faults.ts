import type { Random } from "../base/random.ts";
import type { FaultDeclaration } from "../faults/define-fault.ts";
import { createMailbox } from "../wire/mailbox.ts";
import type { ActingFault } from "../wire/transform.ts";

/** How many faults with their parameters are kept ready. Beyond that the one unused for longest is made anew. */
const MAX_KEPT = 256;

/**
 * Makes faults ready to act, once for each fault and parameters: making the generator function costs more than running it
 * (4 to 6 µs against under 1, own measurements), so it is not made for each exchange.
 */
export class ActingFaults {
  readonly #random: Random;
  readonly #kept = new Map<string, ActingFault>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** The fault with checked parameters, as it acts on the very exchange that asked for it. */
  forTool(declaration: FaultDeclaration, params: unknown): ActingFault {
    const key = `${declaration.name} ${JSON.stringify(params)}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept;
    }
    const acting = createActingFault(declaration, params, {
      rule: `tool ${declaration.name}`,
      random: this.#random.fork(key),
    });
    this.#kept.set(key, acting);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return acting;
  }
}

export interface RuleFacts {
  /** The rule's id, for recordings and the ledger. */
  readonly rule: string;
  readonly random: Random;
  readonly gapMs?: number | undefined;
}

/** One fault as it acts under one rule; `params` have been checked by the declaration's schema. */
export function createActingFault(declaration: FaultDeclaration, params: unknown, facts: RuleFacts): ActingFault {
  return {
    name: declaration.name,
    rule: facts.rule,
    stage: declaration.stage,
    shapes: declaration.shapesWith?.(params) ?? declaration.shapes,
    transform: declaration.apply(params),
    inbound: declaration.inbound?.(params),
    maxMs: declaration.maxMsWith?.(params) ?? declaration.maxMs ?? 0,
    gapMs: facts.gapMs,
    random: facts.random,
    shared: createMailbox(),
  };
}
