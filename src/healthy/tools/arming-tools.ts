import { errorResult, statusResult } from "../../faults/fault-tool.ts";
import { describeValue } from "../../base/schema-describe.ts";
import type { Armory } from "../../plan/armory.ts";
import { isObject, type JsonObject } from "../../protocol/json.ts";
import { argumentFault } from "./arguments.ts";
import type { Tool } from "./tool.ts";

const ARM_SCHEMA: JsonObject = {
  type: "object",
  properties: {
    rule: {
      anyOf: [{ type: "string" }, { type: "object" }],
      description: "A rule: METHOD[:NAME][#N] FAULT[ key=value...], or an object as in a plan file.",
    },
  },
  required: ["rule"],
  additionalProperties: false,
};

const DISARM_SCHEMA: JsonObject = {
  type: "object",
  properties: {
    id: { type: "string", description: "The rule that is disarmed; all that were armed here where left out." },
  },
  additionalProperties: false,
};

/** For hosts that can do nothing but call tools: arms any rule for later exchanges of this connection or session, and disarms them. */
export function createArmingTools(openArmory: () => Promise<Armory>): readonly Tool<JsonObject>[] {
  return [
    {
      name: "arm_fault",
      describe: () => ({
        name: "arm_fault",
        title: "Arm a fault",
        description: "Arms a rule for later requests of this connection or session. Answers with the rule's id.",
        inputSchema: ARM_SCHEMA,
      }),
      read(args) {
        const refused = argumentFault("arm_fault", ARM_SCHEMA, args);
        if (refused !== undefined) return { refused };
        if (typeof args.rule === "string" || isObject(args.rule)) return { args };
        return {
          refused: `Tool arm_fault: argument rule: found ${describeValue(args.rule)}, allowed is a text or an object`,
        };
      },
      async run(args, { exchange }) {
        const armory = await openArmory();
        const armed = armory.arm(exchange, args.rule);
        if ("refusal" in armed) return errorResult(`Tool arm_fault: ${armed.refusal}`);
        return statusResult({ status: "armed", id: armed.id });
      },
    },
    {
      name: "disarm_faults",
      describe: () => ({
        name: "disarm_faults",
        title: "Disarm faults",
        description:
          "Disarms the rules that arm_fault armed on this connection or session, and says what came of each.",
        inputSchema: DISARM_SCHEMA,
      }),
      read(args) {
        const refused = argumentFault("disarm_faults", DISARM_SCHEMA, args);
        return refused === undefined ? { args } : { refused };
      },
      async run({ id }, { exchange }) {
        const armory = await openArmory();
        const rules = armory.disarm(exchange, typeof id === "string" ? id : undefined);
        if (typeof id === "string" && rules.length === 0)
          return errorResult(
            `Tool disarm_faults: found id ${JSON.stringify(id)}, which is not armed here; leave it out to disarm all`,
          );
        return statusResult({
          status: "disarmed",
          rules: rules.map(({ rule, matched, fired }) => ({ rule, matched, fired })),
        });
      },
    },
  ];
}
