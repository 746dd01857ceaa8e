import { statusResult } from "../../faults/fault-tool.ts";
import type { Exchange } from "../../protocol/exchange.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { EffectLedger } from "../effect-ledger.ts";
import type { Resource } from "../offers/resource.ts";
import { argumentFault } from "./arguments.ts";
import type { Tool } from "./tool.ts";

export const WITNESS_TOOL = "witness";
/** Where the ledger can be read: JSON with `entries` and `isFull`. */
export const LEDGER_URI = "lab://ledger";

const INPUT_SCHEMA: JsonObject = {
  type: "object",
  properties: {
    marker: { type: "string", description: "What the effect is known by; equal markers are counted together." },
  },
  required: ["marker"],
  additionalProperties: false,
};

/** Hears of each side effect: the `execution`-th with these arguments. */
export type OnEffect = (exchange: Exchange, tool: string, args: JsonObject, execution: number) => void;

/** A tool with a side effect that can be seen: each execution is written down in the ledger. */
export function createWitnessTool(ledger: EffectLedger, onEffect: OnEffect | undefined): Tool<JsonObject> {
  return {
    name: WITNESS_TOOL,
    describe: () => ({
      name: WITNESS_TOOL,
      title: "Witness",
      description: `Has a side effect that is counted by its arguments: read ${LEDGER_URI} for how often it was asked for and how often it happened.`,
      inputSchema: INPUT_SCHEMA,
    }),
    read(args) {
      const refused = argumentFault(WITNESS_TOOL, INPUT_SCHEMA, args);
      return refused === undefined ? { args } : { refused };
    },
    run(args, { exchange }) {
      const skipped = exchange.skipsEffect;
      const executions = ledger.ask(WITNESS_TOOL, args, skipped);
      if (!skipped) onEffect?.(exchange, WITNESS_TOOL, args, executions);
      return statusResult({ status: "executed", marker: args.marker });
    },
  };
}

/** The ledger as a resource. */
export function ledgerResource(ledger: EffectLedger): Resource {
  return {
    uri: LEDGER_URI,
    describe: () => ({
      uri: LEDGER_URI,
      name: "ledger",
      title: "Ledger of side effects",
      description: "How often each tool with a side effect was asked for, and how often it happened, by arguments",
      mimeType: "application/json",
    }),
    run: ({ uri }) => {
      const text = JSON.stringify({ entries: ledger.entries(), isFull: ledger.isFull });
      return { contents: [{ uri, mimeType: "application/json", text }] };
    },
  };
}
