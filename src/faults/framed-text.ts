import { Buffer } from "node:buffer";
import type { JsonObject } from "../protocol/json.ts";
import type { Framing } from "../wire/transform.ts";

const PLACE: JsonObject = { "mcp-failure-lab/place": true };

/** Any text framed as if it were a message: a line, a body, an event. A line end in it is the caller's own affair. */
export function framedText(framing: Framing, text: string): Buffer {
  const framed = Buffer.from(framing.encode(PLACE)).toString();
  return Buffer.from(framed.replace(JSON.stringify(PLACE), () => text));
}

/** A message in which JSON that this language cannot hold (1.0, integers above 2^53) stands where `rawJson` was put. */
export function framedWithRaw(framing: Framing, message: JsonObject): Buffer {
  return framedText(
    framing,
    JSON.stringify(message).replace(RAW, (_, json: string) => json),
  );
}

/** A placeholder that `framedWithRaw` replaces by `json`, which must be JSON without quotes in it. */
export function rawJson(json: string): string {
  return `mcp-failure-lab/raw(${json})`;
}

const RAW = /"mcp-failure-lab\/raw\(([^"()\\]*)\)"/g;
