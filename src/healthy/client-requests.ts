import type { Clock } from "../base/clock.ts";
import { notification, type RequestId } from "../protocol/json-rpc.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import type { Channel } from "../wire/channel.ts";

/** What came of a request that the server made. */
export type Reply =
  | { readonly kind: "result"; readonly result: JsonObject }
  | { readonly kind: "error"; readonly code: number; readonly message: string }
  | { readonly kind: "invalid" | "timeout" | "cancelled" };

export interface Asking {
  readonly method: string;
  readonly params?: JsonObject | undefined;
  readonly timeoutMs: number;
  /** Tells the client when the waiting has been given up. */
  readonly cancelOnTimeout: boolean;
}

/** The requests that the server made of one legacy peer and that are not answered yet. Each travels on the channel of a call. */
export class ClientRequests {
  readonly #pending = new Map<RequestId, (reply: Reply) => void>();
  #count = 0;

  get pending(): number {
    return this.#pending.size;
  }

  /** Sends the request and waits for its answer, at most until the time-out or until the call is cancelled. Never rejects. */
  send(channel: Channel, clock: Clock, asking: Asking): Promise<Reply> {
    const { exchange } = channel;
    if (exchange.isCancelled) return Promise.resolve({ kind: "cancelled" });
    const id = `server-${++this.#count}`;
    return new Promise((resolve) => {
      const settle = (reply: Reply): void => {
        if (!this.#pending.delete(id)) return;
        stopTimer();
        exchange.cancelled.removeEventListener("abort", onCancel);
        resolve(reply);
      };
      const onCancel = () => settle({ kind: "cancelled" });
      const stopTimer = clock.after(asking.timeoutMs, () => {
        if (asking.cancelOnTimeout)
          channel.send(notification("notifications/cancelled", { requestId: id, reason: "Request timed out" }));
        settle({ kind: "timeout" });
      });
      exchange.cancelled.addEventListener("abort", onCancel, { once: true });
      this.#pending.set(id, settle);
      const { method, params } = asking;
      channel.send(params === undefined ? { jsonrpc: "2.0", id, method } : { jsonrpc: "2.0", id, method, params });
    });
  }

  /** Takes the client's answer. One that nobody waits for is ignored. */
  settle(message: JsonObject): void {
    const id = message.id;
    if (typeof id === "string") this.#pending.get(id)?.(replyOf(message));
  }
}

function replyOf(message: JsonObject): Reply {
  const { result, error } = message;
  if (message.jsonrpc !== "2.0" || (result === undefined) === (error === undefined)) return { kind: "invalid" };
  if (isObject(result)) return { kind: "result", result };
  if (isObject(error) && typeof error.code === "number" && typeof error.message === "string")
    return { kind: "error", code: error.code, message: error.message };
  return { kind: "invalid" };
}
