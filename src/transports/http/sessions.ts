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
 * The sessions that exist: at most 128. One in which nothing runs is reclaimed 5 minutes after it was last asked for, or something in
 * it ended; an open GET stream counts as running, a request whose POST was closed does not (SPEC 3).
 */
export class Sessions<S extends SessionEntry> {
  readonly #clock: Clock;
  readonly #sessions = new Map<string, S>();
  readonly #activity = new Map<S, Activity>();
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
    const activity: Activity = { running: 0, lastMs: 0, stopIdle: () => undefined };
    this.#sessions.set(session.id, session);
    this.#activity.set(session, activity);
    this.#idle(session, activity);
  }

  /** The session that a request asks for: from now on it is idle anew. */
  find(id: string): S | undefined {
    const session = this.#sessions.get(id);
    const activity = session === undefined ? undefined : this.#activity.get(session);
    if (activity !== undefined) activity.lastMs = this.#clock.now();
    return session;
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
      if (--activity.running === 0 && this.#sessions.get(session.id) === session) this.#idle(session, activity);
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

  /** One timer for each session, and not one for each request: when it is over it is seen whether the session was asked for meanwhile. */
  #idle(session: S, activity: Activity): void {
    activity.lastMs = this.#clock.now();
    const wait = (ms: number): void => {
      activity.stopIdle = this.#clock.after(ms, look, { unref: true });
    };
    const look = (): void => {
      const left = activity.lastMs + SESSION_IDLE_MS - this.#clock.now();
      if (left > 0) wait(left);
      else this.remove(session);
    };
    wait(SESSION_IDLE_MS);
  }
}

interface Activity {
  running: number;
  /** When it was last asked for. */
  lastMs: number;
  stopIdle: () => void;
}
