import { describeValue } from "../../base/schema-describe.ts";
import type { Exchange, Headers } from "../../protocol/exchange.ts";
import { decodeHeaderValue } from "../../protocol/header-value.ts";
import { ERROR_CODES, type JsonRpcRequest } from "../../protocol/json-rpc.ts";
import { isObject, type Json, type JsonObject } from "../../protocol/json.ts";
import { mirroredName } from "../../protocol/request-name.ts";
import type { Core } from "../core.ts";
import { Refusal } from "../refusal.ts";
import type { HeaderParameter } from "../tools/header-parameters.ts";

/** Whether `MCP-Protocol-Version` is missing or names another revision than the body. */
export function revisionHeaderFault(headers: Headers, revision: string): Refusal | undefined {
  const found = headerOf(headers, "mcp-protocol-version");
  return found === revision ? undefined : mismatch("MCP-Protocol-Version", found, revision);
}

/** Which header that repeats a part of the body is missing or says something else. */
export function headerFault(
  core: Core,
  exchange: Exchange,
  headers: Headers,
  request: JsonRpcRequest,
): Refusal | undefined {
  const method = headerOf(headers, "mcp-method");
  if (method !== request.method) return mismatch("Mcp-Method", method, request.method);
  const name = mirroredName(request);
  if (name === undefined) return undefined;
  const header = headerOf(headers, "mcp-name");
  if (header === undefined || decodeHeaderValue(header) !== name) return mismatch("Mcp-Name", header, name);
  return request.method === "tools/call" ? parameterFault(core, exchange, headers, request, name) : undefined;
}

function parameterFault(
  core: Core,
  exchange: Exchange,
  headers: Headers,
  request: JsonRpcRequest,
  name: string,
): Refusal | undefined {
  const tool = core.tools.view(exchange).byName.get(name);
  if (tool === undefined) return undefined;
  for (const parameter of core.tools.headerParameters(tool)) {
    const value = valueAt(request.params?.arguments, parameter.path);
    const found = headerOf(headers, parameter.header);
    if (!agrees(parameter, value, found)) return mismatch(parameter.header, found, value ?? null);
  }
  return undefined;
}

/** A value that is absent or null has no header. */
function agrees(parameter: HeaderParameter, value: Json | undefined, header: string | undefined): boolean {
  if (value === undefined || value === null) return header === undefined;
  // Only texts, numbers and truth values can be repeated; for anything else the argument check speaks.
  if (typeof value === "object") return true;
  const said = header === undefined ? undefined : decodeHeaderValue(header);
  if (said === undefined) return false;
  if (parameter.numeric && typeof value === "number") return /^-?\d+(?:\.\d+)?$/.test(said) && Number(said) === value;
  return said === String(value);
}

function valueAt(root: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((value, member) => (isObject(value) ? value[member] : undefined), root);
}

/** The value of a header, its name in lower case; repeats joined, so that two values never agree with one. */
function headerOf(headers: Headers, wanted: string): string | undefined {
  let found: string | undefined;
  for (const [name, value] of headers) {
    // Most names differ in length: that is cheaper to see.
    if (name.length !== wanted.length || name.toLowerCase() !== wanted) continue;
    found = found === undefined ? value.trim() : `${found}, ${value.trim()}`;
  }
  return found;
}

function mismatch(header: string, found: string | undefined, expected: Json): Refusal {
  const data: JsonObject = { mismatch: { header, found: found ?? null, expected } };
  const message = `Header ${header} must repeat the body's ${describeValue(expected)}; found ${describeValue(found)}`;
  return new Refusal(ERROR_CODES.headerMismatch, message, { data, status: 400 });
}
