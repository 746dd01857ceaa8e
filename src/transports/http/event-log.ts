import type { JsonObject } from "../../protocol/json.ts";
import type { HttpReply } from "./http-reply.ts";

/** How long a client waits before it comes back, told in the first event of a stream. */
export const RETRY_MS = 500;

/** What one session keeps for clients that come back: streams that are over are dropped first, oldest first. */
const MAX_STREAMS = 256;
const MAX_EVENTS = 1024;

interface LoggedEvent {
  readonly number: number;
  readonly message: JsonObject;
}

/**
 * One event stream that outlives its connections: what was sent on it is kept, so that a client that lost the connection can have
 * the rest. Ids are `<stream>_<number>`; number 0 is the priming event.
 */
export class LoggedStream {
  readonly name: string;
  readonly #primes: boolean;
  readonly #events: LoggedEvent[] = [];
  #count = 0;
  #reply: HttpReply | undefined;
  #finished = false;

  constructor(name: string, primes: boolean) {
    this.name = name;
    this.#primes = primes;
  }

  get isFinished(): boolean {
    return this.#finished;
  }

  get isAttached(): boolean {
    return this.#reply !== undefined && !this.#reply.isEnded;
  }

  /** Opens the stream on its first connection. */
  open(reply: HttpReply): void {
    this.#reply = reply;
    if (this.#primes) reply.prime(`${this.name}_0`, RETRY_MS);
    else reply.open();
  }

  /** Goes on, on another connection, after the event `last`: that takes the place of the old connection. */
  resume(reply: HttpReply, last: number): void {
    this.detach();
    this.#reply = reply;
    if (this.#primes) reply.prime(`${this.name}_${last}`, RETRY_MS);
    else reply.open();
    for (const event of this.#events) {
      if (event.number > last) reply.sendEvent(event.message, { id: `${this.name}_${event.number}` });
    }
    if (this.#finished) this.detach();
  }

  send(message: JsonObject): void {
    const number = ++this.#count;
    this.#events.push({ number, message });
    if (this.#events.length > MAX_EVENTS) this.#events.shift();
    this.#reply?.sendEvent(message, { id: `${this.name}_${number}` });
  }

  /** No more will be sent. */
  finish(): void {
    this.#finished = true;
    this.detach();
  }

  /** Ends the connection; the stream goes on without one. */
  detach(): void {
    this.#reply?.end();
    this.#reply = undefined;
  }
}

/** The streams of one session. */
export class EventLog {
  readonly #streams = new Map<string, LoggedStream>();
  #opened = 0;

  /** Opens a stream; `primes` where the session's revision knows the priming event. */
  open(primes: boolean): LoggedStream {
    const stream = new LoggedStream(`s${++this.#opened}`, primes);
    this.#streams.set(stream.name, stream);
    if (this.#streams.size > MAX_STREAMS) this.#dropOldest();
    return stream;
  }

  /** The stream and number that an event id names; undefined where no such event was sent. */
  find(eventId: string): { stream: LoggedStream; number: number } | undefined {
    const match = /^(s\d{1,9})_(\d{1,9})$/.exec(eventId);
    const stream = match?.[1] === undefined ? undefined : this.#streams.get(match[1]);
    return stream === undefined ? undefined : { stream, number: Number(match?.[2]) };
  }

  #dropOldest(): void {
    for (const stream of this.#streams.values()) {
      if (!stream.isFinished) continue;
      this.#streams.delete(stream.name);
      return;
    }
    const [first] = this.#streams.keys();
    if (first !== undefined) this.#streams.delete(first);
  }
}
