import { PSEUDO_EXCHANGES } from "../protocol/exchange.ts";

/** The methods of all revisions that a request or notification can have; a rule that names another can never match. */
export const REQUEST_METHODS = [
  "initialize",
  "server/discover",
  "ping",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "resources/subscribe",
  "resources/unsubscribe",
  "prompts/list",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "subscriptions/listen",
] as const;

export const KNOWN_METHODS: readonly string[] = [...REQUEST_METHODS, ...PSEUDO_EXCHANGES];
