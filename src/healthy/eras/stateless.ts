import { ERROR_CODES } from "../../protocol/json-rpc.ts";
import type { Methods } from "../method.ts";
import { discover } from "../methods/discover.ts";
import { complete } from "../methods/completion.ts";
import { listen } from "../methods/listen.ts";
import { getPrompt, listPrompts } from "../methods/prompts.ts";
import { listResources, listTemplates, readResource } from "../methods/resources.ts";
import { callTool, listTools } from "../methods/tools.ts";
import { Refusal } from "../refusal.ts";
import { stamp } from "../stamp.ts";
import type { EraRules } from "./era-rules.ts";
import { envelopeFault } from "./envelope-fault.ts";

const METHODS: Methods = new Map([
  ["server/discover", discover],
  ["tools/list", listTools],
  ["tools/call", callTool],
  ["resources/list", listResources],
  ["resources/templates/list", listTemplates],
  ["resources/read", readResource],
  ["prompts/list", listPrompts],
  ["prompts/get", getPrompt],
  ["completion/complete", complete],
  ["subscriptions/listen", listen],
]);

/** The modern era: each request stands alone and says in its envelope what a connection used to settle. */
export const STATELESS: EraRules = {
  era: "modern",
  methods: { "2026-07-28": METHODS },
  refuse: (core, _peer, exchange, request) => envelopeFault(core, exchange, request),
  unknownMethod: (method) => new Refusal(ERROR_CODES.methodNotFound, `Method not found: ${method}`, { status: 404 }),
  complete: (core, result, method) => stamp(core, result, method.cacheable === true),
};
