import { createRandom } from "../../base/random.ts";
import { createMailbox } from "../mailbox.ts";
import type { ActingFault, Transform } from "../transform.ts";

/** A message fault armed by a rule of its own, except for what `more` says. */
export function actingFault(name: string, transform: Transform, more: Partial<ActingFault> = {}): ActingFault {
  return {
    name,
    rule: name,
    stage: "message",
    shapes: ["stdio", "http-json", "http-sse"],
    transform,
    maxMs: 0,
    random: createRandom(1),
    shared: createMailbox(),
    ...more,
  };
}
