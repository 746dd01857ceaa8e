import { META_KEYS } from "../protocol/envelope.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import type { Core } from "./core.ts";

/** Nothing may be kept: any list can change at any time. */
const CACHE_HINTS = { ttlMs: 0, cacheScope: "private" };

/** A result as the modern era wants it: complete unless it says otherwise, and from a server that names itself. */
export function stamp(core: Core, result: JsonObject, cacheable: boolean): JsonObject {
  const _meta = isObject(result._meta)
    ? { ...result._meta, [META_KEYS.serverInfo]: core.info }
    : { [META_KEYS.serverInfo]: core.info };
  if (result.resultType !== undefined) return { ...result, _meta };
  if (cacheable) return { ...result, resultType: "complete", ...CACHE_HINTS, _meta };
  return { ...result, resultType: "complete", _meta };
}
