import type { Random } from "../base/random.ts";
import type { ActingFault } from "../wire/transform.ts";

/** What a rule has counted in one scope (a connection, a session, or the whole server), and what it hands on there. */
export class RuleCounter {
  readonly scope: string;
  readonly faults: readonly ActingFault[];
  readonly random: Random;
  matched = 0;
  fired = 0;

  constructor(scope: string, faults: readonly ActingFault[], random: Random) {
    this.scope = scope;
    this.faults = faults;
    this.random = random;
  }
}
