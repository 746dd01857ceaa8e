import { isObject, type Json, type JsonObject } from "../protocol/json.ts";
import type { Core } from "./core.ts";

/** A result as the modern era wants it: complete unless it says otherwise, and from a server that names itself. */
export function stamp(core: Core, result: JsonObject, cacheable: boolean): JsonObject {
  // Not a spread with members behind it: measured on Node.js 20, that takes 2 µs and this a twentieth.
  const stamped: Record<string, Json | undefined> = Object.assign({}, result);
  stamped["_meta"] = isObject(result._meta) ? Object.assign({}, result._meta, core.resultMeta) : core.resultMeta;
  if (result.resultType !== undefined) return stamped;
  stamped["resultType"] = "complete";
  if (cacheable) {
    // Nothing may be kept: any list can change at any time.
    stamped["ttlMs"] = 0;
    stamped["cacheScope"] = "private";
  }
  return stamped;
}
