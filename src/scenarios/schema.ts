import * as v from "valibot";
import { DEFAULT_CALL_TIMEOUT_MS, MAX_EXPECTED_EFFECTS, MAX_SCENARIO_RULES } from "../base/limits.ts";
import { ruleSchema } from "../plan/rule.ts";
import { REVISIONS } from "../protocol/revision.ts";
import { args, call, expectation, name, waitMs } from "./expectation-schema.ts";
import { steps } from "./step-schema.ts";

const timeoutMs = (description: string) => v.optional(waitMs(description), DEFAULT_CALL_TIMEOUT_MS);

const inject = v.pipe(
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
);

const times = (description: string) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.description(description)));

const ledger = v.pipe(
  v.array(
    v.strictObject({
      tool: v.optional(name("The tool whose effect it is."), "witness"),
      args: v.optional(args("The arguments that the effect is known by; none where left out.")),
      asked: times("How often it was asked for."),
      executed: times("How often it happened."),
    }),
  ),
  v.minLength(1),
  v.maxLength(MAX_EXPECTED_EFFECTS),
  v.description(
    "How often the lab's own server was asked for a side effect, and how often it happened, by arguments; judged at the end.",
  ),
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
    needs: v.optional(
      v.pipe(
        v.literal("target"),
        v.description(
          "What it cannot run without: target, somebody else's server. Without --target it is left out, and stderr says so.",
        ),
      ),
    ),
    inject: v.optional(inject),
    control: v.optional(
      v.pipe(
        v.boolean(),
        v.description(
          "Whether the scenario also runs with nothing injected, and the report shows the difference. A control that fails makes the scenario inconclusive.",
        ),
      ),
    ),
    call: v.optional(call),
    timeoutMs: timeoutMs("How long the answer to the call, or each step, may take, in milliseconds."),
    expect: v.optional(expectation),
    steps: v.optional(steps),
    observe: v.optional(
      v.pipe(
        v.strictObject({
          connection: v.optional(
            v.pipe(
              v.picklist(["same", "new"]),
              v.description("Whether it travels on the same connection, or on another beside it."),
            ),
            "same",
          ),
          call,
          timeoutMs: timeoutMs("How long the answer to the observer's call may take, in milliseconds."),
          expect: expectation,
        }),
        v.description("A second call after the first, or after all steps, whatever came of them."),
      ),
    ),
    ledger: v.optional(ledger),
  }),
  v.forward(
    v.check(({ call: one, steps: many }) => one !== undefined || many !== undefined, "missing; required is an object"),
    ["call"],
  ),
  v.forward(
    v.check(({ expect, steps: many }) => expect !== undefined || many !== undefined, "missing; required is an object"),
    ["expect"],
  ),
  v.forward(
    v.check(
      ({ call: one, steps: many }) => one === undefined || many === undefined,
      "found beside `steps`, allowed is one of them",
    ),
    ["call"],
  ),
  v.forward(
    v.check(
      ({ expect, steps: many }) => expect === undefined || many === undefined,
      "found beside `steps`, where each step has an `expect` of its own",
    ),
    ["expect"],
  ),
  v.forward(
    v.check(
      ({ control, inject: rules }) => control !== true || rules !== undefined,
      "found true without `inject`: there is nothing to leave out",
    ),
    ["control"],
  ),
  v.title("MCP Failure Lab scenario"),
);

/** A scenario as it was checked, defaults filled in. */
export type Scenario = v.InferOutput<typeof scenarioSchema>;
