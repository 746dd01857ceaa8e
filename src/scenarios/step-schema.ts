import * as v from "valibot";
import { MAX_CALL_TIMEOUT_MS, MAX_STEPS } from "../base/limits.ts";
import { args, call, name, stepExpectation, waitMs, type StepExpectation } from "./expectation-schema.ts";

/** What a list step can ask for. */
export const LISTS = ["tools", "resources", "prompts", "templates"] as const;

/** What one step can do; each does exactly one thing. */
const actions = {
  call: v.optional(call),
  list: v.optional(
    v.pipe(v.picklist(LISTS), v.description("Asks for a whole list, page after page, at most 100 of them.")),
  ),
  read: v.optional(name("The URI of a resource that is read.")),
  prompt: v.optional(
    v.pipe(
      v.strictObject({
        name: name("The prompt that is asked for."),
        args: v.optional(args("Its arguments; none where left out.")),
      }),
      v.description("Asks for a prompt."),
    ),
  ),
  request: v.optional(
    v.pipe(
      v.strictObject({
        method: name("The method, known or not."),
        params: v.optional(args("Its parameters; none where left out. The envelope of the revision is added.")),
      }),
      v.description("Makes any request, for instance logging/setLevel."),
    ),
  ),
  waitFor: v.optional(
    v.pipe(
      v.strictObject({
        method: name(
          "The notification's method. Progress belongs to its call and is none: expect progressValues there.",
        ),
      }),
      v.description(
        "Waits for a notification that has arrived since the scenario began and that no step has waited for yet.",
      ),
    ),
  ),
  cancel: v.optional(
    v.pipe(
      v.strictObject({
        call,
        afterMs: v.optional(
          v.pipe(
            v.number(),
            v.integer(),
            v.minValue(0),
            v.maxValue(MAX_CALL_TIMEOUT_MS),
            v.description("When the call is given up, in milliseconds after it was sent; 0 where left out."),
          ),
        ),
        afterProgress: v.optional(
          v.pipe(
            v.literal(true),
            v.description(
              "Gives the call up at its first progress notification, or after afterMs if that is given and comes first.",
            ),
          ),
        ),
      }),
      v.description("Makes a call and gives it up while it runs."),
    ),
  ),
  reconnect: v.optional(
    v.pipe(v.literal(true), v.description("Closes the connection and opens another, on which the rest travels.")),
  ),
};

export const ACTIONS = [
  "call",
  "list",
  "read",
  "prompt",
  "request",
  "waitFor",
  "cancel",
  "reconnect",
] as const satisfies readonly (keyof typeof actions)[];

const more = {
  name: v.optional(name("What reports call the step.")),
  timeoutMs: v.optional(waitMs("How long the step may take, in milliseconds; the scenario's where left out.")),
  expect: v.optional(stepExpectation),
};

interface Fitting {
  readonly list?: unknown;
  readonly waitFor?: unknown;
  readonly parallel?: unknown;
  readonly expect?: StepExpectation | undefined;
}

const FITTING =
  "expects what it cannot have: `list` belongs to a list, `received` (and nothing else) to waitFor, and each of parallel has an `expect` of its own";

/** Whether a step expects only what it can have. */
function isFitting({ list, waitFor, parallel, expect }: Fitting): boolean {
  if (expect === undefined) return true;
  if (parallel !== undefined) return false;
  const keys = Object.keys(expect);
  if (waitFor !== undefined) return keys.every((key) => key === "received");
  return !keys.includes("received") && (list !== undefined || !keys.includes("list"));
}

function did(step: { readonly [action in (typeof ACTIONS)[number]]?: unknown }): number {
  return ACTIONS.filter((action) => step[action] !== undefined).length;
}

const single = v.pipe(
  v.strictObject({ ...more, ...actions }),
  v.check((step) => did(step) === 1, `does not do exactly one thing of ${ACTIONS.join(", ")}`),
  v.check((each) => isFitting(each), FITTING),
);

const step = v.pipe(
  v.strictObject({
    ...more,
    ...actions,
    parallel: v.optional(
      v.pipe(
        v.array(single),
        v.minLength(1),
        v.maxLength(MAX_STEPS),
        v.description(
          "Steps that begin at one time, each with expectations of its own; the next step begins when all have ended.",
        ),
      ),
    ),
  }),
  v.check(
    (each) => did(each) + (each.parallel === undefined ? 0 : 1) === 1,
    `does not do exactly one thing of ${ACTIONS.join(", ")}, parallel`,
  ),
  v.check((each) => isFitting(each), FITTING),
);

export const steps = v.pipe(
  v.array(step),
  v.minLength(1),
  v.maxLength(MAX_STEPS),
  v.description("What to do one after the other, in place of `call`; all are done whatever came of those before."),
);

export type Step = v.InferOutput<typeof steps>[number];
/** A step that does one thing. */
export type SingleStep = v.InferOutput<typeof single>;
