import { Buffer } from "node:buffer";

const PLAIN = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/**
 * A value as it may stand in `Mcp-Name` and `Mcp-Param-*`: as it is, or wrapped in Base64 where a header could not carry it or
 * where it looks wrapped itself (2026-07-28, Streamable HTTP, "Value Encoding").
 */
export function headerValue(value: string): string {
  const looksWrapped = value.startsWith("=?base64?") && value.endsWith("?=");
  return value === "" || (PLAIN.test(value) && !looksWrapped) ? value : wrapped(value);
}

function wrapped(value: string): string {
  return `=?base64?${Buffer.from(value).toString("base64")}?=`;
}
