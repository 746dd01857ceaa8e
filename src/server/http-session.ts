import { MAX_STANDING_MESSAGES } from "../base/limits.ts";
import type { Peer } from "../healthy/peer.ts";
import type { Exchange } from "../protocol/exchange.ts";
import type { JsonObject } from "../protocol/json.ts";
import { EventLog, type LoggedStream } from "../transports/http/event-log.ts";
import type { HttpReply } from "../transports/http/http-reply.ts";
import type { SessionEntry } from "../transports/http/sessions.ts";
import type { StandingFrame } from "../wire/frame.ts";
import { Running } from "./running.ts";

/** One legacy HTTP session: its own peer, running exchanges, and standing stream. */
export class HttpSession implements SessionEntry {
  readonly id: string;
  readonly ordinal: number;
  readonly running = new Running();
  readonly log: EventLog | undefined;
  readonly peer: Peer;
  /** The GET stream: where messages go that belong to no request. */
  #standing: { reply: HttpReply; stream: LoggedStream | undefined } | undefined;
  /** What waits for it. */
  readonly #waiting: StandingFrame[] = [];
  readonly #open = new Set<HttpReply>();
  readonly #onEnd: () => void;

  constructor(
    id: string,
    ordinal: number,
    resumable: boolean,
    openPeer: (push: (message: JsonObject) => void) => Peer,
    onEnd: () => void,
  ) {
    this.id = id;
    this.ordinal = ordinal;
    this.log = resumable ? new EventLog() : undefined;
    this.#onEnd = onEnd;
    this.peer = openPeer((message) => this.#push(message));
  }

  get hasStream(): boolean {
    const standing = this.#standing;
    return standing !== undefined && (standing.stream?.isAttached ?? !standing.reply.isEnded);
  }

  /** Takes `reply` as the session's standing stream. */
  stand(reply: HttpReply, primes: boolean): void {
    const stream = this.log?.open(primes);
    this.#standing = { reply, stream };
    if (stream === undefined) reply.open();
    else stream.open(reply);
    for (const frame of this.#waiting.splice(0)) this.sendStanding(frame);
  }

  /** Sends what a fault has for the standing stream, as soon as there is one. */
  sendStanding(frame: StandingFrame): void {
    if (this.hasStream) this.#push(frame.message, frame.fault);
    else if (this.#waiting.length < MAX_STANDING_MESSAGES) this.#waiting.push(frame);
  }

  /** An open answer that has to end with the session. */
  track(reply: HttpReply): () => void {
    this.#open.add(reply);
    return () => void this.#open.delete(reply);
  }

  /** Loss and DELETE end open requests too (SPEC 3). */
  end(except?: Exchange): void {
    this.peer.close();
    this.running.cancelAll({ drain: false, except });
    for (const reply of [...this.#open]) {
      if (reply.exchange === except) continue;
      reply.exchange.cancel();
      reply.end();
    }
    this.#standing?.stream?.finish();
    this.#standing?.reply.end();
    this.#onEnd();
  }

  #push(message: JsonObject, fault?: string): void {
    const standing = this.#standing;
    if (standing === undefined) return;
    if (standing.stream !== undefined) standing.stream.send(message);
    else standing.reply.send(message, fault);
  }
}
