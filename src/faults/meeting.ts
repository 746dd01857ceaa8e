import { within } from "../base/within.ts";
import type { Mailbox, Wire } from "../wire/transform.ts";

/** The place of one exchange among those that have met. */
export interface Seat<T> {
  /** What each has brought, in the order of their arrival. */
  readonly values: readonly T[];
  /** Its own place among them. */
  readonly index: number;
  /** Waits until the one at `index` is done, within the life of `signal`. */
  untilDone(index: number, signal: AbortSignal): Promise<void>;
  /** Says that this one is done: it has spoken, or never will. */
  done(): void;
}

/** What a meeting needs of a wire. */
type MeetingWire = Pick<Wire, "clock" | "over" | "shared">;

/**
 * Lets exchanges under one rule wait for each other: each brings a value, and once `size` have come, all go on. One that has waited
 * `maxWaitMs` in vain, or is cancelled, goes on alone (undefined). Exchanges of different scopes never meet.
 */
export function createMeetings<T>(
  size: number,
  maxWaitMs: number,
): (wire: MeetingWire, value: T) => Promise<Seat<T> | undefined> {
  const gathering = new WeakMap<Mailbox, Meeting<T>>();
  return async ({ clock, over, shared }, value) => {
    const meeting = gathering.get(shared) ?? new Meeting<T>(size);
    gathering.set(shared, meeting);
    const member = meeting.join(value);
    if (meeting.isComplete) gathering.delete(shared);
    else await within(clock, maxWaitMs, over, (signal) => settled(meeting.complete, signal));
    if (meeting.isComplete) return meeting.seat(member);
    meeting.leave(member);
    return undefined;
  };
}

interface Member<T> {
  readonly value: T;
  readonly spoken: Promise<void>;
  readonly speak: () => void;
}

class Meeting<T> {
  readonly complete: Promise<void>;
  readonly #size: number;
  #members: Member<T>[] = [];
  #finish: () => void = () => undefined;

  constructor(size: number) {
    this.#size = size;
    this.complete = new Promise((resolve) => (this.#finish = resolve));
  }

  get isComplete(): boolean {
    return this.#members.length === this.#size;
  }

  join(value: T): Member<T> {
    let speak: () => void = () => undefined;
    const spoken = new Promise<void>((resolve) => (speak = resolve));
    const member = { value, spoken, speak };
    this.#members.push(member);
    if (this.isComplete) this.#finish();
    return member;
  }

  leave(member: Member<T>): void {
    this.#members = this.#members.filter((each) => each !== member);
  }

  seat(member: Member<T>): Seat<T> {
    const members = this.#members;
    return {
      values: members.map(({ value }) => value),
      index: members.indexOf(member),
      untilDone: async (index, signal) => {
        const other = members[index];
        if (other !== undefined) await settled(other.spoken, signal);
      },
      done: member.speak,
    };
  }
}

/** Settles with the promise, or as soon as the signal aborts. */
function settled(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const settle = () => {
      signal.removeEventListener("abort", settle);
      resolve();
    };
    signal.addEventListener("abort", settle, { once: true });
    void promise.then(settle);
  });
}
