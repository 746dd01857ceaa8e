import { Buffer } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Headers } from "../../protocol/exchange.ts";
import { ConnectionLost, type HttpResponder } from "../../wire/http-port.ts";
import { cutSocket } from "./cut-socket.ts";

/** Answers a request over its socket. */
export class NodeResponder implements HttpResponder {
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  #isHeld = false;

  constructor(message: IncomingMessage, response: ServerResponse) {
    this.#message = message;
    this.#response = response;
    // Errors of a connection that has gone are told by `close`.
    response.on("error", () => undefined);
  }

  get headSent(): boolean {
    return this.#response.headersSent;
  }

  answer(status: number, headers: Headers, body: string): void {
    const response = this.#response;
    if (response.headersSent || response.destroyed) return;
    const flat = flatten(headers);
    flat.push("Content-Length", String(Buffer.byteLength(body)));
    response.writeHead(status, flat);
    response.end(body);
  }

  head(status: number, headers: Headers): void {
    const response = this.#response;
    if (response.headersSent || response.destroyed) return;
    this.#hold();
    response.writeHead(status, flatten(headers));
    response.flushHeaders();
  }

  write(bytes: string | Uint8Array): Promise<void> | void {
    const response = this.#response;
    if (response.destroyed || response.writableEnded) return this.#lost();
    const isTaken = response.write(bytes);
    this.#letGo();
    if (isTaken) return undefined;
    return new Promise((resolve, reject) => {
      const settle = () => {
        response.off("drain", settle);
        response.off("close", settle);
        if (response.destroyed) reject(lost());
        else resolve();
      };
      response.once("drain", settle);
      response.once("close", settle);
    });
  }

  end(): void {
    if (!this.#response.destroyed) this.#response.end();
    this.#letGo();
  }

  cut(how: "fin" | "reset"): Promise<void> {
    return cutSocket(this.#message.socket, how);
  }

  raw(bytes: Uint8Array): Promise<void> {
    const socket = this.#message.socket;
    if (socket.destroyed) return Promise.reject(lost());
    return new Promise((resolve, reject) => {
      socket.write(bytes, (error) => {
        if (error) reject(lost());
        else resolve();
      });
    });
  }

  onLost(listener: () => void): void {
    const response = this.#response;
    if (response.destroyed) {
      listener();
      return;
    }
    response.on("close", () => {
      if (!response.writableFinished) listener();
    });
  }

  /** A head leaves in one write with what follows it at once, and by itself where nothing does. */
  #hold(): void {
    const { socket } = this.#message;
    this.#isHeld = true;
    socket.cork();
    process.nextTick(() => this.#letGo());
  }

  #letGo(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#message.socket.uncork();
  }

  #lost(): Promise<void> {
    return Promise.reject(lost());
  }
}

function lost(): ConnectionLost {
  return new ConnectionLost("the connection was closed by the client", "EPIPE");
}

function flatten(headers: Headers): string[] {
  const flat: string[] = [];
  for (const [name, value] of headers) flat.push(name, value);
  return flat;
}
