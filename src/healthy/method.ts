import type { JsonObject } from "../protocol/json.ts";
import type { Refusal } from "./refusal.ts";
import type { ServedCall } from "./served-call.ts";

/** What serving a request yields; `taken`: the method answers on the channel itself, later. */
export type Outcome = JsonObject | Refusal | "taken";

export interface Method {
  run(call: ServedCall): Outcome | Promise<Outcome>;
  /** Modern clients may keep the result for a while: it says for how long. */
  readonly cacheable?: true;
}

/** The methods of one revision. What a revision does not have does not stand in its table. */
export type Methods = ReadonlyMap<string, Method>;
