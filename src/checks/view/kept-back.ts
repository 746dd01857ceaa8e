import type { Scene } from "./seen.ts";

/** What keeps a client's notification from arriving, so that nothing of it need be recorded. */
const KEEPERS = ["client_notification", "server_restart"];

/** Whether a fault has acted that may have kept back what the client said: that something is missing is no proof then. */
export function mayBeKeptBack({ faults }: Scene): boolean {
  return KEEPERS.some((fault) => faults.has(fault));
}
