import * as v from "valibot";
import { isRecord } from "../base/is-record.ts";
import {
  DEFAULT_CALL_TIMEOUT_MS,
  MAX_CALL_TIMEOUT_MS,
  MAX_EXPECTED_TEXT_CHARACTERS,
  MAX_NAME_CHARACTERS,
  MAX_PROGRESS_VALUES,
  MAX_SCENARIO_RULES,
} from "../base/limits.ts";
import type { JsonObject } from "../protocol/json.ts";
import { FAILURE_KINDS, OUTCOMES } from "../protocol/outcome.ts";
import { REVISIONS } from "../protocol/revision.ts";
import { ruleSchema } from "../plan/rule.ts";

const name = (description: string) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_NAME_CHARACTERS), v.description(description));

const part = (description: string) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_EXPECTED_TEXT_CHARACTERS), v.description(description));

const durationMs = (description: string) =>
  v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_CALL_TIMEOUT_MS), v.description(description));

const timeoutMs = (description: string) =>
  v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_CALL_TIMEOUT_MS), v.description(description)),
    DEFAULT_CALL_TIMEOUT_MS,
  );

const call = v.pipe(
  v.strictObject({
    tool: name("The tool that is called."),
    // Taken as they are: a schema of the members would drop names like "constructor", which a test may want to send.
    args: v.optional(
      v.pipe(
        v.custom<JsonObject>(isRecord),
        v.metadata({ allowed: "an object" }),
        v.description("Its arguments; none where left out."),
      ),
    ),
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

const expectation = v.pipe(
  v.strictObject({
    outcome: v.pipe(
      v.picklist(OUTCOMES),
      v.description("What has to come of the call. A result with isError and a thrown error are both an error."),
    ),
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
  }),
  v.description("What has to come of the call; anything else is a failure."),
);

/** The scenario format: what to do and what to expect. Unknown keys are refused. */
export const scenarioSchema = v.pipe(
  v.strictObject({
    $schema: v.optional(v.pipe(v.string(), v.description("Where the JSON Schema of this format is; for editors."))),
    name: name("What the scenario is called in reports."),
    protocolVersion: v.optional(
      v.pipe(
        v.picklist([...REVISIONS, "auto"]),
        v.description(
          "The revision that is spoken. Left out: 2026-07-28 with the lab's own server, auto with a target. A named revision never falls back.",
        ),
      ),
    ),
    inject: v.optional(
      v.pipe(
        v.array(
          v.union([
            ruleSchema,
            v.pipe(
              v.string(),
              v.minLength(1),
              v.maxLength(4096),
              v.description("A rule as on the command line: METHOD[:NAME][#N] FAULT[ key=value...]"),
            ),
          ]),
        ),
        v.minLength(1),
        v.maxLength(MAX_SCENARIO_RULES),
        v.description(
          "What goes wrong: rules that arm faults. With a target only rules of direction to-server, which act on what the lab's own client sends. One that does not fire makes the scenario inconclusive, unless it is optional or has a chance.",
        ),
      ),
    ),
    call,
    timeoutMs: timeoutMs("How long the answer to the call may take, in milliseconds."),
    expect: expectation,
    observe: v.optional(
      v.pipe(
        v.strictObject({
          call,
          timeoutMs: timeoutMs("How long the answer to the observer's call may take, in milliseconds."),
          expect: expectation,
        }),
        v.description("A second call on the same connection after the first, whatever came of that."),
      ),
    ),
  }),
  v.title("MCP Failure Lab scenario"),
);

/** A scenario as it was checked, defaults filled in. */
export type Scenario = v.InferOutput<typeof scenarioSchema>;
export type ScenarioCall = Scenario["call"];
export type Expectation = Scenario["expect"];
