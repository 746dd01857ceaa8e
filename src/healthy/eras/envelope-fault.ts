import { META_KEYS, metaOf } from "../../protocol/envelope.ts";
import { ERROR_CODES, type JsonRpcRequest } from "../../protocol/json-rpc.ts";
import { isObject } from "../../protocol/json.ts";
import type { Exchange } from "../../protocol/exchange.ts";
import type { Core } from "../core.ts";
import { isLogLevel, LOG_LEVELS } from "../log-level.ts";
import { ENVELOPE_REVISIONS } from "../methods/discover.ts";
import { Refusal } from "../refusal.ts";
import { headerFault, revisionHeaderFault } from "./header-fault.ts";

/**
 * What is wrong with a modern request before its method is looked at, in this order: the envelope, the version header against it,
 * the revision, the other headers against the body.
 */
export function envelopeFault(core: Core, exchange: Exchange, request: JsonRpcRequest): Refusal | undefined {
  const meta = metaOf(request);
  const revision = meta?.[META_KEYS.protocolVersion];
  if (typeof revision !== "string") return invalidEnvelope(META_KEYS.protocolVersion, "a text");
  if (!isObject(meta?.[META_KEYS.clientCapabilities]))
    return invalidEnvelope(META_KEYS.clientCapabilities, "an object");
  const header = exchange.http === undefined ? undefined : revisionHeaderFault(exchange.http.headers, revision);
  if (header !== undefined) return header;
  if (!(ENVELOPE_REVISIONS as readonly string[]).includes(revision))
    return new Refusal(ERROR_CODES.unsupportedRevision, `Unsupported protocol version: ${revision}`, {
      data: { supported: ENVELOPE_REVISIONS, requested: revision },
      status: 400,
    });
  const level = meta?.[META_KEYS.logLevel];
  if (level !== undefined && !isLogLevel(level)) return invalidEnvelope(META_KEYS.logLevel, LOG_LEVELS.join(", "));
  return exchange.http === undefined ? undefined : headerFault(core, exchange, exchange.http.headers, request);
}

function invalidEnvelope(member: string, expected: string): Refusal {
  return new Refusal(
    ERROR_CODES.invalidParams,
    `params._meta["${member}"] is missing or invalid; expected ${expected}`,
    {
      data: { envelope: { member, expected } },
      status: 400,
    },
  );
}
