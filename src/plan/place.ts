import type { Exchange } from "../protocol/exchange.ts";

/** The connection or session that an exchange belongs to. */
export type Place = Pick<Exchange, "transport" | "connection" | "session">;

/** Where everything without a connection or session of its own belongs. */
export const SERVER = "server";

/** Names a place. No name is used again once its connection or session has ended. */
export function scopeAt(place: Place): string {
  if (place.transport === "stdio") return `connection ${place.connection}`;
  return place.session === undefined ? SERVER : `session ${place.session}`;
}
