import type { Tap } from "../wire/tap.ts";
import type { TargetLab } from "./adapter.ts";

/**
 * Which side of a connection with the lab's own server is recorded: the one that knows which fault wrote a frame. That is the server,
 * unless the client alone has faults; the other side would only tell the same again.
 */
export function tapSide({ tap, rules }: Pick<TargetLab, "tap" | "rules">): {
  client: Tap | undefined;
  server: Tap | undefined;
} {
  const isClient = rules !== undefined && rules.toClient.length === 0 && rules.toServer.length > 0;
  return isClient ? { client: tap, server: undefined } : { client: undefined, server: tap };
}
