import { PSEUDO_EXCHANGES } from "../protocol/exchange.ts";
import type { Era } from "../protocol/revision.ts";

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

const LEGACY_ONLY: readonly string[] = [
  "initialize",
  "ping",
  "resources/subscribe",
  "resources/unsubscribe",
  "logging/setLevel",
  "$stream",
  "$resume",
  "$delete",
];
const MODERN_ONLY: readonly string[] = ["server/discover", "subscriptions/listen"];

/** The one era that has a method or pseudo-exchange; undefined where both have it. */
export function eraOfMethod(method: string): Era | undefined {
  if (LEGACY_ONLY.includes(method)) return "legacy";
  return MODERN_ONLY.includes(method) ? "modern" : undefined;
}
