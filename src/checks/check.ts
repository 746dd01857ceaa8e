import type { TransportKind } from "../protocol/exchange.ts";
import type { Era } from "../protocol/revision.ts";
import type { Conversation, Side } from "./view/seen.ts";
import type { Level, Verdict } from "./verdict.ts";

export type { Level, Verdict } from "./verdict.ts";

/** One time that a clause was put to the test. */
export interface Sighting {
  readonly verdict: Exclude<Verdict, "not-exercised">;
  /** The sequence numbers of the frames that prove it, in the order in which they tell it. */
  readonly evidence: readonly number[];
  /** One sentence of what was seen. */
  readonly says: string;
}

/** A clause of the specification as a pure function of what was recorded. */
export interface Check {
  /** Its code in scripts/data/clauses.json: wording, level and address derive from it. */
  readonly id: string;
  /** Who can be judged by it. */
  readonly subjects: readonly Side[];
  readonly eras: readonly Era[];
  readonly transports: readonly TransportKind[];
  /** Where it is not the level of the clause: two texts disagree. */
  readonly level?: Level;
  /** What proves each verdict, for people. */
  readonly proofs: { readonly obeyed: string; readonly violated: string; readonly inconclusive?: string };
  /** Where the specification is at odds with itself: what it says, and how it is read here. */
  readonly note?: string;
  /**
   * Finds every time that the clause was put to the test in a conversation of such an era and transport; nothing where it was not.
   * What a fault had its hands on is never held against its sender.
   */
  judge(conversation: Conversation, subject: Side): Iterable<Sighting>;
}

/** Declares a check; only gives the declaration its types. */
export function defineCheck(check: Check): Check {
  return check;
}

/** Whatever has a place in the recording. */
type Proof = { readonly sequence: number } | undefined;

export function obeyed(says: string, ...proofs: readonly Proof[]): Sighting {
  return { verdict: "obeyed", evidence: evidenceOf(proofs), says };
}

export function violated(says: string, ...proofs: readonly Proof[]): Sighting {
  return { verdict: "violated", evidence: evidenceOf(proofs), says };
}

export function inconclusive(says: string, ...proofs: readonly Proof[]): Sighting {
  return { verdict: "inconclusive", evidence: evidenceOf(proofs), says };
}

function evidenceOf(proofs: readonly Proof[]): number[] {
  return [...new Set(proofs.flatMap((proof) => (proof === undefined ? [] : [proof.sequence])))];
}
