import { META_KEYS } from "../../protocol/envelope.ts";
import { ERROR_CODES } from "../../protocol/json-rpc.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { Methods } from "../method.ts";
import { discover } from "../methods/discover.ts";
import { callTool, listTools } from "../methods/tools.ts";
import { Refusal } from "../refusal.ts";
import type { EraRules } from "./era-rules.ts";
import { envelopeFault } from "./envelope-fault.ts";

const METHODS: Methods = new Map([
  ["server/discover", discover],
  ["tools/list", listTools],
  ["tools/call", callTool],
]);

/** The lists may change at any time, and differ from one client to another. */
const CACHE_HINTS = { ttlMs: 0, cacheScope: "private" };

/** The modern era: each request stands alone and says in its envelope what a connection used to settle. */
export const STATELESS: EraRules = {
  era: "modern",
  methods: { "2026-07-28": METHODS },
  refuse: (core, _peer, exchange, request) => envelopeFault(core, exchange, request),
  unknownMethod: (method) => new Refusal(ERROR_CODES.methodNotFound, `Method not found: ${method}`, { status: 404 }),
  complete(core, result, method) {
    const meta: JsonObject = { ...(result._meta as JsonObject | undefined), [META_KEYS.serverInfo]: core.info };
    if (result.resultType !== undefined) return { ...result, _meta: meta };
    if (method.cacheable === true) return { ...result, resultType: "complete", ...CACHE_HINTS, _meta: meta };
    return { ...result, resultType: "complete", _meta: meta };
  },
};
