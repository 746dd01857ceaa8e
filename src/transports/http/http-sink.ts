import type { Frame, OutageFrame, StandingFrame } from "../../wire/frame.ts";
import type { HttpResponder } from "../../wire/http-port.ts";
import type { Sink } from "../../wire/pipeline.ts";

export interface HttpSinkOptions {
  readonly responder: HttpResponder;
  readonly stderr: (bytes: string | Uint8Array) => Promise<void> | void;
  /** Strikes the session of this exchange from the registry. */
  readonly forgetSession: () => void;
  /** Sends a message on the standing stream of the session. */
  readonly stand: (frame: StandingFrame) => void;
  /** Takes the listener away for a while. */
  readonly outage: (frame: OutageFrame) => void;
  /** Ends the process as a fault wants it. */
  readonly exit: (code: number, signal: "SIGKILL" | undefined) => Promise<void> | void;
  /** The exchange is over. */
  readonly finished: () => void;
}

export const EVENT_STREAM_HEADERS = [
  ["Content-Type", "text/event-stream"],
  ["Cache-Control", "no-cache, no-transform"],
  ["X-Accel-Buffering", "no"],
] as const;

/** Performs the frames of one armed exchange on one HTTP response: the head is flushed at once, each write awaited. */
export class HttpSink implements Sink {
  readonly #options: HttpSinkOptions;
  #over = false;

  constructor(options: HttpSinkOptions) {
    this.#options = options;
  }

  perform(frame: Frame): Promise<void> | void {
    const { responder } = this.#options;
    switch (frame.kind) {
      case "head":
        return responder.head(frame.status, frame.headers);
      case "bytes":
        return responder.write(frame.bytes);
      case "raw":
        return responder.raw(frame.bytes);
      case "stderr":
        return this.#options.stderr(frame.bytes);
      case "session":
        if (frame.act === "forget") this.#options.forgetSession();
        return;
      case "outage":
        return this.#options.outage(frame);
      case "standing":
        return this.#options.stand(frame);
      case "close":
        return this.#close(frame.how, frame.code ?? 0, frame.signal);
      case "request":
      case "input":
        return;
      case "message":
      case "prime":
      case "comment":
        throw new Error(`a ${frame.kind} frame has to be encoded before it is performed`);
      default:
        frame satisfies never;
    }
  }

  finish(): void {
    if (!this.#over) endCleanly(this.#options.responder);
    this.#options.finished();
  }

  #close(how: "end" | "cut" | "reset" | "exit", code: number, signal: "SIGKILL" | undefined): Promise<void> | void {
    const { responder } = this.#options;
    this.#over = true;
    if (how === "exit") return this.#options.exit(code, signal);
    if (how !== "end") return responder.cut(how === "cut" ? "fin" : "reset");
    endCleanly(responder);
  }
}

/** Ends an answer; one that has not begun becomes an empty event stream (SPEC 3). */
export function endCleanly(responder: HttpResponder): void {
  if (!responder.headSent) responder.head(200, EVENT_STREAM_HEADERS);
  responder.end();
}
