import { Buffer } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Headers } from "../../protocol/exchange.ts";
import { ConnectionLost, type HttpResponder } from "../../wire/http-port.ts";
import { cutSocket } from "./cut-socket.ts";

/** Answers a request over its socket. */
export class NodeResponder implements HttpResponder {
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;

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
    response.writeHead(status, flatten(headers));
    response.flushHeaders();
  }

  write(bytes: string | Uint8Array): Promise<void> | void {
    const response = this.#response;
    if (response.destroyed || response.writableEnded) return this.#lost();
    if (response.write(bytes)) return undefined;
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
