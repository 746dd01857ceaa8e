import type { Exchange } from "../protocol/exchange.ts";
import { objectAt, type JsonObject } from "../protocol/json.ts";

/** Whether a message cancels the request of an exchange. Ids are compared with their type: `1` and `"1"` are two requests. */
export function cancels(message: JsonObject, exchange: Exchange): boolean {
  const id = exchange.request?.id;
  return (
    message.method === "notifications/cancelled" && id !== undefined && objectAt(message, "params")?.requestId === id
  );
}
