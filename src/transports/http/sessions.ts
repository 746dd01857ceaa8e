import type { Clock } from "../../base/clock.ts";
import { MAX_SESSIONS, SESSION_IDLE_MS } from "../../base/limits.ts";
import type { Exchange } from "../../protocol/exchange.ts";

/** What the registry needs to know of a session. */
export interface SessionEntry {
  readonly id: string;
  /** Everything that runs in the session is ended, but for `except`. */
  end(except?: Exchange): void;
}

/**
 * The sessions that exist: at most 128. One in which nothing runs is reclaimed after 5 minutes; an open GET stream counts as
 * running, a request whose POST was closed does not (SPEC 3).
 */
export class Sessions<S extends SessionEntry> {
  readonly #clock: Clock;
  readonly #sessions = new Map<string, S>();
  readonly #activity = new Map<S, { running: number; stopIdle: () => void }>();
  #opened = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isFull(): boolean {
    return this.#sessions.size >= MAX_SESSIONS;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** The ordinal of the next session, 1 for the first. */
  nextOrdinal(): number {
    return ++this.#opened;
  }

  add(session: S): void {
    this.#sessions.set(session.id, session);
    this.#activity.set(session, { running: 0, stopIdle: this.#idle(session) });
  }

  find(id: string): S | undefined {
    return this.#sessions.get(id);
  }

  /** Something runs in the session; the returned function, called once, says that it no longer does. */
  hold(session: S): () => void {
    const activity = this.#activity.get(session);
    if (activity === undefined) return () => undefined;
    if (activity.running++ === 0) activity.stopIdle();
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      if (--activity.running === 0 && this.#sessions.get(session.id) === session)
        activity.stopIdle = this.#idle(session);
    };
  }

  /** Strikes a session from the registry first, then ends what runs in it. False where it was gone already. */
  remove(session: S, except?: Exchange): boolean {
    if (this.#sessions.get(session.id) !== session) return false;
    this.#sessions.delete(session.id);
    this.#activity.get(session)?.stopIdle();
    this.#activity.delete(session);
    session.end(except);
    return true;
  }

  removeAll(): void {
    for (const session of [...this.#sessions.values()]) this.remove(session);
  }

  #idle(session: S): () => void {
    return this.#clock.after(SESSION_IDLE_MS, () => void this.remove(session), { unref: true });
  }
}
