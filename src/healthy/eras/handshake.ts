import { ERROR_CODES } from "../../protocol/json-rpc.ts";
import type { Methods } from "../method.ts";
import { complete } from "../methods/completion.ts";
import { initialize } from "../methods/initialize.ts";
import { setLevel } from "../methods/logging.ts";
import { ping } from "../methods/ping.ts";
import { getPrompt, listPrompts } from "../methods/prompts.ts";
import { listResources, listTemplates, readResource, subscribe, unsubscribe } from "../methods/resources.ts";
import { callTool, listTools } from "../methods/tools.ts";
import { Refusal } from "../refusal.ts";
import type { EraRules } from "./era-rules.ts";

const METHODS: Methods = new Map([
  ["initialize", initialize],
  ["ping", ping],
  ["tools/list", listTools],
  ["tools/call", callTool],
  ["resources/list", listResources],
  ["resources/templates/list", listTemplates],
  ["resources/read", readResource],
  ["resources/subscribe", subscribe],
  ["resources/unsubscribe", unsubscribe],
  ["prompts/list", listPrompts],
  ["prompts/get", getPrompt],
  ["completion/complete", complete],
  ["logging/setLevel", setLevel],
]);

/** What a client may ask before `initialize`. */
const BEFORE_INITIALIZE = ["initialize", "ping"];

/** The legacy era: a connection opens with `initialize`. */
export const HANDSHAKE: EraRules = {
  era: "legacy",
  methods: { "2024-11-05": METHODS, "2025-03-26": METHODS, "2025-06-18": METHODS, "2025-11-25": METHODS },
  refuse(_core, peer, _exchange, request) {
    // Without a session a legacy HTTP request is served as it comes (SPEC 2, 3).
    if (peer.kind === "stateless" || peer.revision !== undefined || BEFORE_INITIALIZE.includes(request.method))
      return undefined;
    return new Refusal(
      ERROR_CODES.invalidRequest,
      `Not initialized: send initialize before ${request.method}, or an envelope in params._meta`,
    );
  },
  unknownMethod: (method) => new Refusal(ERROR_CODES.methodNotFound, `Method not found: ${method}`),
  complete: (_core, result) => result,
};
