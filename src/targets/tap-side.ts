import type { Tap } from "../wire/tap.ts";
import type { TargetLab } from "./adapter.ts";
import type { ServerDeeds } from "./server-deeds.ts";

/** Whether only what the client sends has faults. */
export function isClientAlone(rules: TargetLab["rules"]): boolean {
  return rules !== undefined && rules.toClient.length === 0 && rules.toServer.length > 0;
}

/**
 * Which side of a connection with the lab's own server is recorded: the one that knows which fault wrote a frame. That is the server,
 * unless the client alone has faults; the other side would only tell the same again.
 */
export function tapSide({ tap, deeds, rules }: Pick<TargetLab, "tap" | "deeds" | "rules">): {
  readonly client: Tap | undefined;
  readonly server: { readonly tap?: Tap | undefined } & Partial<ServerDeeds>;
} {
  const isClient = isClientAlone(rules);
  // The server's deeds bear its own numbers of exchanges.
  return isClient ? { client: tap, server: {} } : { client: undefined, server: { tap, ...deeds } };
}
