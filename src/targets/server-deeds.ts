import type { OnEffect } from "../healthy/tools/witness-tool.ts";
import type { OnFired } from "../plan/ledger.ts";

/** Hears of what the lab's own server does that no frame shows. */
export interface ServerDeeds {
  /** A rule acts. */
  readonly onFired: OnFired;
  /** A side effect has happened. */
  readonly onEffect: OnEffect;
}
