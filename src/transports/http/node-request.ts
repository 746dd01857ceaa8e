import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { Headers } from "../../protocol/exchange.ts";
import type { BodyResult, HttpRequest } from "../../wire/http-port.ts";
import { readBody } from "./read-body.ts";

/** A request that came over a socket. */
export class NodeRequest implements HttpRequest {
  readonly connection: number;
  readonly #message: IncomingMessage;

  constructor(message: IncomingMessage, connection: number) {
    this.#message = message;
    this.connection = connection;
  }

  get method(): string {
    return this.#message.method ?? "";
  }

  get target(): string {
    return this.#message.url ?? "";
  }

  get headers(): Headers {
    const raw = this.#message.rawHeaders;
    const headers: [string, string][] = [];
    for (let i = 0; i + 1 < raw.length; i += 2) headers.push([raw[i] ?? "", raw[i + 1] ?? ""]);
    return headers;
  }

  header(name: string): string | undefined {
    const value = this.#message.headers[name];
    return typeof value === "string" ? value : value?.join(", ");
  }

  body(limitBytes: number, done: (result: BodyResult) => void): void {
    const message = this.#message;
    let first: Buffer | undefined;
    let rest: Buffer[] | undefined;
    let size = 0;
    let settled = false;
    const settle = (result: BodyResult) => {
      if (settled) return;
      settled = true;
      done(result);
    };
    message.on("data", (chunk: Buffer) => {
      if (settled) return;
      size += chunk.length;
      if (size > limitBytes) {
        // What the client still sends is read and dropped, so that it gets to read the answer.
        first = undefined;
        rest = undefined;
        settle("too-large");
      } else if (first === undefined) first = chunk;
      else (rest ??= [first]).push(chunk);
    });
    message.on("end", () => {
      if (rest !== undefined) settle(readBody(Buffer.concat(rest)));
      else settle(first === undefined ? { text: "" } : readBody(first));
    });
    message.on("close", () => settle("lost"));
    message.on("error", () => settle("lost"));
    // Who says beforehand that it will be too much is told at once.
    if (Number(message.headers["content-length"]) > limitBytes) settle("too-large");
  }
}
