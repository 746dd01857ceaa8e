import { MAX_SUBSCRIPTIONS } from "../base/limits.ts";
import { describeValue } from "../base/schema-describe.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import { invalidParams, type Refusal } from "./refusal.ts";

/** The lists whose changes are told. */
export type ListName = "tools" | "prompts" | "resources";

/** What a modern client listens for. */
export interface SubscriptionFilter {
  readonly lists: ReadonlySet<ListName>;
  readonly uris: ReadonlySet<string>;
  /** What was granted, in the form in which it was asked for; members that the server does not know are left out. */
  readonly granted: JsonObject;
}

const LISTS: readonly ListName[] = ["tools", "prompts", "resources"];

export function readFilter(asked: unknown): SubscriptionFilter | Refusal {
  if (!isObject(asked)) return invalidParams(`params.notifications must be an object; found ${describeValue(asked)}`);
  const lists = LISTS.filter((list) => asked[`${list}ListChanged`] === true);
  const granted = Object.fromEntries(lists.map((list) => [`${list}ListChanged`, true]));
  const uris = asked.resourceSubscriptions;
  if (uris === undefined) return { lists: new Set(lists), uris: new Set(), granted };
  if (!Array.isArray(uris) || !uris.every((uri) => typeof uri === "string") || uris.length > MAX_SUBSCRIPTIONS)
    return invalidParams(
      `params.notifications.resourceSubscriptions must be a list of at most ${MAX_SUBSCRIPTIONS} URIs`,
    );
  return { lists: new Set(lists), uris: new Set(uris), granted: { ...granted, resourceSubscriptions: uris } };
}
