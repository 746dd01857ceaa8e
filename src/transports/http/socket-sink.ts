import type { Frame } from "../../wire/frame.ts";
import type { Sink } from "../../wire/pipeline.ts";

/** What faults may do to an accepted socket before any request. */
export interface AcceptedSocket {
  /** 1 = the first that was accepted. */
  readonly connection: number;
  write(bytes: string | Uint8Array): Promise<void>;
  cut(how: "fin" | "reset"): Promise<void>;
  onClosed(listener: () => void): void;
}

/** Performs the frames of a socket's opening: bytes below HTTP, and its end. */
export class SocketSink implements Sink {
  readonly #socket: AcceptedSocket;
  readonly #stderr: (bytes: string | Uint8Array) => Promise<void> | void;
  readonly #exit: (code: number, signal: "SIGKILL" | undefined) => Promise<void> | void;

  constructor(
    socket: AcceptedSocket,
    stderr: (bytes: string | Uint8Array) => Promise<void> | void,
    exit: (code: number, signal: "SIGKILL" | undefined) => Promise<void> | void,
  ) {
    this.#socket = socket;
    this.#stderr = stderr;
    this.#exit = exit;
  }

  async perform(frame: Frame): Promise<void> {
    if (frame.kind === "bytes" || frame.kind === "raw") await this.#socket.write(frame.bytes);
    else if (frame.kind === "stderr") await this.#stderr(frame.bytes);
    else if (frame.kind !== "close") return;
    else if (frame.how === "exit") await this.#exit(frame.code ?? 0, frame.signal);
    else await this.#socket.cut(frame.how === "reset" ? "reset" : "fin");
  }

  finish(): void {}
}
