import { quoted } from "./quoted.ts";

/** What the client noticed that is no answer to a call. */
export type ObservationKind =
  /** An answer to a call that was given up. */
  | "late_answer"
  /** A second answer to a call. */
  | "duplicate_answer"
  /** An answer to a call that was never made. */
  | "unknown_id"
  /** Progress for a call that has ended. */
  | "late_progress"
  /** Progress under a token that was never given out. */
  | "unknown_progress_token"
  /** Something that is no JSON. */
  | "unreadable"
  /** JSON that breaks JSON-RPC and belongs to no call, or whose call has ended. */
  | "invalid_message"
  | "notification"
  | "server_request"
  /** How a stream, a connection or a session behaved. */
  | "connection"
  /** What was decided about the era. */
  | "era"
  /** A tool whose `x-mcp-header` breaks the rules. */
  | "tool"
  /** What another client told its own error callback. */
  | "client_error";

export interface Observation {
  readonly kind: ObservationKind;
  readonly text: string;
}

const MAX_OBSERVATIONS = 1_000;
const MAX_TEXT_CHARACTERS = 500;

/** Everything that the client noticed, oldest first. Bounded: what comes too late is only counted. */
export class Observations implements Iterable<Observation> {
  readonly #kept: Observation[] = [];
  #dropped = 0;

  add(kind: ObservationKind, text: string): void {
    if (this.#kept.length < MAX_OBSERVATIONS) this.#kept.push({ kind, text: quoted(text, MAX_TEXT_CHARACTERS) });
    else this.#dropped++;
  }

  /** How many were noticed, those that were not kept included. */
  get count(): number {
    return this.#kept.length + this.#dropped;
  }

  /** The last thing since the `count`-th that may have been somebody's answer and could not be told to be. */
  puzzleSince(count: number): string | undefined {
    const puzzling = (each: Observation) => ["unreadable", "invalid_message", "unknown_id"].includes(each.kind);
    return this.#kept.slice(count).findLast(puzzling)?.text;
  }

  /** How many were noticed and not kept. */
  get dropped(): number {
    return this.#dropped;
  }

  [Symbol.iterator](): Iterator<Observation> {
    return this.#kept.values();
  }
}
