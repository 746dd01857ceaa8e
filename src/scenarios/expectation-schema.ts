import * as v from "valibot";
import { isRecord } from "../base/is-record.ts";
import {
  MAX_CALL_TIMEOUT_MS,
  MAX_EXPECTED_NAMES,
  MAX_EXPECTED_TEXT_CHARACTERS,
  MAX_NAME_CHARACTERS,
  MAX_PROGRESS_VALUES,
} from "../base/limits.ts";
import type { JsonObject } from "../protocol/json.ts";
import { FAILURE_KINDS, OUTCOMES } from "../protocol/outcome.ts";

export const name = (description: string) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_NAME_CHARACTERS), v.description(description));

const part = (description: string) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_EXPECTED_TEXT_CHARACTERS), v.description(description));

const durationMs = (description: string) =>
  v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_CALL_TIMEOUT_MS), v.description(description));

export const waitMs = (description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_CALL_TIMEOUT_MS), v.description(description));

/** Taken as they are: a schema of the members would drop names like "constructor", which a test may want to send. */
export const args = (description: string) =>
  v.pipe(v.custom<JsonObject>(isRecord), v.metadata({ allowed: "an object" }), v.description(description));

export const call = v.pipe(
  v.strictObject({
    tool: name("The tool that is called."),
    args: v.optional(args("Its arguments; none where left out.")),
  }),
  v.description("One tool call."),
);

const result = v.pipe(
  v.strictObject({
    isError: v.optional(v.pipe(v.boolean(), v.description("Whether the result says that the tool failed."))),
    textContains: v.optional(part("What one of the text items has to contain; upper and lower case are told apart.")),
    textBytes: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.description("The UTF-8 bytes of all text items together.")),
    ),
    contains: v.optional(
      args(
        "Members that the result has to have, for instance structuredContent, with these values: in an object those that are named, in a list each one.",
      ),
    ),
  }),
  v.description("What the returned result has to be. If none was returned, that is a failure."),
);

const error = v.pipe(
  v.strictObject({
    kind: v.optional(v.pipe(v.picklist(FAILURE_KINDS), v.description("How the call has to fail."))),
    code: v.optional(v.pipe(v.number(), v.safeInteger(), v.description("The code of the JSON-RPC error."))),
    messageContains: v.optional(part("What the error's text has to contain; upper and lower case are told apart.")),
  }),
  v.description("What the error has to be. If none came, that is a failure."),
);

const names = (description: string) =>
  v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(MAX_NAME_CHARACTERS))),
    v.maxLength(MAX_EXPECTED_NAMES),
    v.description(description),
  );

const list = v.pipe(
  v.strictObject({
    count: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.description("How many entries all pages have together.")),
    ),
    names: v.optional(names("Exactly these names (URIs of resources) in this order.")),
    contains: v.optional(names("Names that have to be among them.")),
  }),
  v.description("What the list has to hold. If none came, that is a failure."),
);

const outcome = v.pipe(
  v.picklist(OUTCOMES),
  v.description("What has to come of the call. A result with isError and a thrown error are both an error."),
);

const members = {
  minDurationMs: v.optional(durationMs("The least time the call has to take, in milliseconds.")),
  maxDurationMs: v.optional(durationMs("The most time the call may take, in milliseconds.")),
  progressValues: v.optional(
    v.pipe(
      v.array(v.number()),
      v.maxLength(MAX_PROGRESS_VALUES),
      v.description("The progress values under the call's own token before its answer, in order."),
    ),
  ),
  result: v.optional(result),
  error: v.optional(error),
};

/** What has to come of a call. */
export const expectation = v.pipe(
  v.strictObject({ outcome, ...members }),
  v.description("What has to come of the call; anything else is a failure."),
);

/** What has to come of a step; what may stand in it depends on what the step does. */
export const stepExpectation = v.pipe(
  v.strictObject({
    outcome: v.optional(outcome),
    ...members,
    list: v.optional(list),
    received: v.optional(
      v.pipe(v.boolean(), v.description("Whether the notification has to come; true where left out.")),
    ),
  }),
  v.description(
    "What has to come of the step; anything else is a failure. Where it is left out, success; of `cancel`, an error of kind cancelled.",
  ),
);

export type ScenarioCall = v.InferOutput<typeof call>;
/** What is expected of anything that has an outcome. */
export type Expectation = v.InferOutput<typeof expectation> & Pick<v.InferOutput<typeof stepExpectation>, "list">;
export type StepExpectation = v.InferOutput<typeof stepExpectation>;
