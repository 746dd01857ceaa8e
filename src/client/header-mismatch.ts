import { ERROR_CODES } from "../protocol/json-rpc.ts";
import type { JsonObject } from "../protocol/json.ts";
import { eraOf } from "../protocol/revision.ts";
import type { CallOptions, Connection } from "./connection.ts";
import type { ClientOutcome } from "./outcome.ts";

const MAX_PAGES = 64;

/**
 * Learns from lists of tools which arguments travel as headers, and repeats a call once that was refused because such headers were
 * missing (RPC-19; a refused call was not executed). Undefined where there is nothing to repeat.
 */
export async function repeatWithHeaders(
  connection: Connection,
  method: string,
  params: JsonObject,
  options: CallOptions,
  outcome: ClientOutcome,
): Promise<ClientOutcome | undefined> {
  const { toolHeaders } = connection.transport;
  if (toolHeaders === undefined || eraOf(options.revision) === "legacy") return undefined;
  if (outcome.ok) {
    if (method === "tools/list") learn(connection, outcome.value);
    return undefined;
  }
  if (method !== "tools/call" || outcome.failure.code !== ERROR_CODES.headerMismatch) return undefined;
  const before = JSON.stringify(toolHeaders.of(params));
  await listTools(connection, options);
  if (JSON.stringify(toolHeaders.of(params)) === before) return undefined;
  connection.observe("tool", `repeats the call with its headers, since it was refused: ${outcome.failure.message}`);
  return connection.call(method, params, options);
}

/** All pages, as far as cursors lead on: a cursor that comes again leads nowhere (N1). */
async function listTools(connection: Connection, { signal, revision }: CallOptions): Promise<void> {
  const seen = new Set<string>();
  let params: JsonObject = {};
  for (let page = 0; page < MAX_PAGES; page++) {
    const listed = await connection.call("tools/list", params, { signal, revision });
    if (!listed.ok) return;
    learn(connection, listed.value);
    const cursor = listed.value.nextCursor;
    if (typeof cursor !== "string" || seen.has(cursor)) return;
    seen.add(cursor);
    params = { cursor };
  }
}

function learn(connection: Connection, list: JsonObject): void {
  for (const flaw of connection.transport.toolHeaders?.learn(list.tools) ?? []) connection.observe("tool", flaw);
}
