import { Buffer } from "node:buffer";
import type { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "../base/clock.ts";
import { REQUEST_STATE_TTL_MS } from "../base/limits.ts";
import type { Ids } from "../base/ids.ts";
import type { JsonRpcRequest } from "../protocol/json-rpc.ts";
import { isObject, type Json, type JsonObject } from "../protocol/json.ts";

/**
 * Signs the state that travels through a client between two rounds, since a client may change it. It is bound to the request (method,
 * name and arguments) and to a time; any server with the same key can open it, so no memory of the round is kept.
 */
export class RequestStates {
  readonly #ids: Ids;
  readonly #clock: Clock;
  #key: string | undefined;

  constructor(ids: Ids, clock: Clock) {
    this.#ids = ids;
    this.#clock = clock;
  }

  seal(state: JsonObject, request: JsonRpcRequest): string {
    const expires = this.#clock.date().getTime() + REQUEST_STATE_TTL_MS;
    const payload = Buffer.from(JSON.stringify({ state, expires })).toString("base64url");
    return `${payload}.${this.#sign(payload, request).toString("base64url")}`;
  }

  /** The state, or undefined where it was changed, has expired or belongs to another request. */
  open(sealed: string, request: JsonRpcRequest): JsonObject | undefined {
    const [payload, signature, ...rest] = sealed.split(".");
    if (payload === undefined || signature === undefined || rest.length > 0) return undefined;
    const given = Buffer.from(signature, "base64url");
    const right = this.#sign(payload, request);
    // Compared as text too: the decoder forgives what the encoder never writes.
    if (right.toString("base64url") !== signature || !crypto().timingSafeEqual(given, right)) return undefined;
    const content: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    if (!isObject(content) || !isObject(content.state) || typeof content.expires !== "number") return undefined;
    return content.expires > this.#clock.date().getTime() ? content.state : undefined;
  }

  #sign(payload: string, request: JsonRpcRequest): Buffer {
    // Two ids of 122 random bits each: one key for each process.
    this.#key ??= this.#ids() + this.#ids();
    const { name, uri, arguments: args } = request.params ?? {};
    const about = JSON.stringify([request.method, name, uri, sorted(args ?? {})]);
    return crypto().createHmac("sha256", this.#key).update(payload).update("\n").update(about).digest();
  }
}

/** Loaded by the first call that needs a signature, not at the start. */
function crypto(): { createHmac: typeof createHmac; timingSafeEqual: typeof timingSafeEqual } {
  return process.getBuiltinModule("node:crypto");
}

/** The same value with the members of every object in one order: a client may write them in another. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((member) => [member, sorted(value[member] ?? null)]),
  );
}
