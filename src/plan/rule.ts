import * as v from "valibot";
import { isRecord } from "../base/is-record.ts";
import { MAX_GAP_MS, MAX_RULE_FAULTS, MAX_RULES, MAX_SEED } from "../base/limits.ts";

const text = (description: string) => v.pipe(v.string(), v.minLength(1), v.maxLength(1024), v.description(description));
const ordinal = (description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000_000), v.description(description));

const when = v.pipe(
  v.strictObject({
    method: v.optional(
      text(
        'A method, a pseudo-exchange such as "$open", or a pattern with "*" such as "*/list". Left out: every request.',
      ),
    ),
    name: v.optional(
      text(
        "The tool's or prompt's name, the resource's URI, or at $notification the notification's own method; \"*\" stands for any characters.",
      ),
    ),
    client: v.optional(text('The client\'s name, as it introduced itself; "*" stands for any characters.')),
    session: v.optional(ordinal("The legacy HTTP session: 1 is the first that was opened.")),
    connection: v.optional(ordinal("The stdio connection or HTTP socket: 1 is the first that was opened.")),
    header: v.optional(
      v.pipe(
        v.record(
          v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
          v.pipe(
            v.union([v.pipe(v.string(), v.maxLength(4096)), v.literal(true), v.null()]),
            v.metadata({ allowed: "a text of at most 4096 characters, true, or null" }),
          ),
        ),
        v.description(
          "HTTP request headers that have to be there with exactly these values, or, where it is true, with any value; null: that must not be there. Names in any case.",
        ),
      ),
    ),
    direction: v.optional(
      v.pipe(
        v.picklist(["to-client", "to-server"]),
        v.description("Whose frames the faults act on. Left out: to-client in a server, to-server in a client."),
      ),
    ),
    exchange: v.optional(ordinal("The exchange: 1 is the first request that the server took.")),
  }),
  v.description("Which exchanges the rule speaks of; all conditions have to hold."),
);

const injection = v.pipe(
  v.strictObject({
    fault: text("The name of a fault or change; `mcp-failure-lab faults` lists them."),
    with: v.optional(
      v.pipe(
        v.custom<Readonly<Record<string, unknown>>>(isRecord),
        v.metadata({ allowed: "an object" }),
        v.description("Its parameters; the defaults where left out."),
      ),
    ),
  }),
  v.description("One fault or change with its parameters."),
);

/** One rule: when which faults act. */
export const ruleSchema = v.strictObject({
  id: v.optional(text("What reports call the rule; rule-1, rule-2, … where left out.")),
  when: v.optional(when, {}),
  inject: v.pipe(
    v.array(injection),
    v.minLength(1),
    v.maxLength(MAX_RULE_FAULTS),
    v.description("The faults, composed by stage first, then in this order."),
  ),
  skip: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(1_000_000),
      v.description("How many matching exchanges are let through first."),
    ),
    0,
  ),
  times: v.optional(
    v.pipe(
      v.union([v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)), v.literal("always")]),
      v.metadata({ allowed: 'a whole number from 1 to 1000000, or "always"' }),
      v.description("How often the rule acts."),
    ),
    1,
  ),
  every: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.maxValue(1_000_000),
      v.description("Acts on every N-th of the exchanges that are left: with 3 on the third, the sixth, and so on."),
    ),
    1,
  ),
  chance: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(1),
      v.description("How likely the rule acts, from 0 to 1, drawn from the seed."),
    ),
    1,
  ),
  effect: v.optional(
    v.pipe(
      v.picklist(["done", "skipped"]),
      v.description("Whether the tool's side effect happens although the fault acts on its answer."),
    ),
    "done",
  ),
  scope: v.optional(
    v.pipe(
      v.picklist(["session", "server"]),
      v.description("What is counted together: one session or connection, or everything."),
    ),
    "session",
  ),
  optional: v.optional(
    v.pipe(v.boolean(), v.description("Whether the rule may stay silent without making a scenario inconclusive.")),
    false,
  ),
  gapMs: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(MAX_GAP_MS),
      v.description("On stdio: the pause between two messages of the exchange, in milliseconds."),
    ),
  ),
});

/** A plan file: rules, and the seed that chance is drawn from. */
export const planSchema = v.pipe(
  v.strictObject({
    $schema: v.optional(v.pipe(v.string(), v.description("Where the JSON Schema of this format is; for editors."))),
    name: v.optional(text("What the plan is called in reports.")),
    description: v.optional(
      v.pipe(v.string(), v.maxLength(4096), v.description("What the plan reproduces; for whoever reads it.")),
    ),
    seed: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_SEED), v.description("The seed of chance.")),
    ),
    rules: v.pipe(
      v.array(ruleSchema),
      v.minLength(1),
      v.maxLength(MAX_RULES),
      v.description("The rules; the first that is listed acts first."),
    ),
  }),
  v.title("MCP Failure Lab plan"),
);

/** A rule as it was checked, defaults filled in. */
export type Rule = v.InferOutput<typeof ruleSchema>;
export type RuleInput = v.InferInput<typeof ruleSchema>;
export type Plan = v.InferOutput<typeof planSchema>;
