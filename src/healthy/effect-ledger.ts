import { MAX_LEDGER_ENTRIES } from "../base/limits.ts";
import type { Json, JsonObject } from "../protocol/json.ts";

/** What the ledger knows of one tool with one set of arguments. */
export interface LedgerEntry extends JsonObject {
  readonly tool: string;
  readonly args: JsonObject;
  /** How often it was asked for. */
  readonly asked: number;
  /** How often the side effect happened. */
  readonly executed: number;
}

/** Hears of each time that an effect was asked for, and has the entry as it is then. */
export type OnAsked = (entry: LedgerEntry) => void;

/**
 * Counts side effects by tool and arguments, never by request id: a lost answer can so be told from a lost request, and a doubled
 * execution is seen whatever id the second request had. Bounded: what is new beyond 10,000 entries is not counted, and `isFull` says so.
 */
export class EffectLedger {
  readonly #entries = new Map<string, { tool: string; args: JsonObject; asked: number; executed: number }>();
  readonly #onAsked: OnAsked | undefined;
  #isFull = false;

  constructor(onAsked?: OnAsked) {
    this.#onAsked = onAsked;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /** Somebody asks for the effect; `skipped` where a rule says that it does not happen. Says how often it has happened by now. */
  ask(tool: string, args: JsonObject, skipped: boolean): number {
    const entry = this.#entry(tool, args);
    entry.asked++;
    if (!skipped) entry.executed++;
    this.#onAsked?.({ ...entry });
    return entry.executed;
  }

  entries(): readonly LedgerEntry[] {
    return [...this.#entries.values()].map((entry) => ({ ...entry }));
  }

  #entry(tool: string, args: JsonObject): { tool: string; args: JsonObject; asked: number; executed: number } {
    const key = `${tool} ${canonical(args)}`;
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const entry = { tool, args, asked: 0, executed: 0 };
    if (this.#entries.size < MAX_LEDGER_ENTRIES) this.#entries.set(key, entry);
    else this.#isFull = true;
    return entry;
  }
}

/** JSON with the members of every object in order: equal arguments have one spelling. */
export function canonical(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonical(item)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}
