/** What came of one rule so far. Plain data. */
export interface RuleTally {
  readonly rule: string;
  readonly faults: readonly string[];
  /** Exchanges that its conditions held for. */
  readonly matched: number;
  /** Exchanges that it acted on. */
  readonly fired: number;
  /** It may stay silent: optional, or drawn by chance. */
  readonly optional: boolean;
}

/** One time that a rule acted. */
export interface Firing {
  readonly rule: string;
  readonly faults: readonly string[];
  /** The exchange's sequence. */
  readonly exchange: number;
  readonly method: string;
  readonly name?: string | undefined;
  readonly connection: number;
  readonly session?: number | undefined;
  readonly client?: string | undefined;
}

/** Hears of each firing as it happens. */
export type OnFired = (firing: Firing) => void;
