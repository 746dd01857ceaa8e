import { Buffer } from "node:buffer";
import { isRecord } from "../base/is-record.ts";
import { assembleHistory, type History } from "./history.ts";
import type { HistoryEntry } from "./schema.ts";

const EPOCH = "1970-01-01T00:00:00.000Z";

const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)/g;
const HTTP_TIME = /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/g;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const LOOPBACK_PORT = /(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}\b/g;
const REQUEST_STATE = /(\\{0,8}"requestState\\{0,8}":\s{0,4}\\{0,8}")([^"\\]*)/g;

/**
 * A recording in which what differs from run to run is replaced, so that two recordings of the same run are equal: times, UUIDs,
 * session ids, request states, and ports of this machine. The same id becomes the same placeholder everywhere, numbered in the order
 * in which ids are seen. (Of bytes of which only the hash is kept, nothing can be replaced.)
 */
export function normalizeHistory(history: History): History {
  const names = new Names();
  for (const entry of history.entries) for (const id of sessionIds(entry)) names.give("session", id);
  const entries = history.entries.map((entry) => normalizeEntry(entry, names));
  return assembleHistory({ ...history.header, startedAt: EPOCH }, entries, history.footer, []);
}

function normalizeEntry(entry: HistoryEntry, names: Names): HistoryEntry {
  // Only texts inside are replaced by texts: an entry stays what it is.
  const replaced = mapTexts(entry, names) as HistoryEntry;
  const placed = { ...replaced, sequence: entry.sequence, atMs: 0, time: EPOCH };
  if (!("text" in placed) || !("text" in entry) || placed.text === entry.text || placed.text === undefined)
    return placed;
  return { ...placed, length: Buffer.byteLength(placed.text) };
}

function sessionIds(entry: HistoryEntry): string[] {
  if (entry.kind !== "head" && entry.kind !== "request") return [];
  return entry.headers.filter(([name]) => name.toLowerCase() === "mcp-session-id").map(([, value]) => value);
}

function mapTexts(value: unknown, names: Names, name = ""): unknown {
  if (typeof value === "string") return name === "requestState" ? names.give("state", value) : names.replace(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, names));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapTexts(member, names, key)]));
}

/** Placeholders for ids, in the order in which these are first seen. */
class Names {
  readonly #given = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #sessions: string[] = [];

  give(kind: string, id: string): string {
    const known = this.#given.get(id);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `<${kind}-${count}>`;
    this.#given.set(id, name);
    if (kind === "session" && id !== "") this.#sessions.push(id);
    return name;
  }

  replace(text: string): string {
    let left = text;
    for (const id of this.#sessions) left = left.replaceAll(id, () => this.give("session", id));
    return left
      .replace(REQUEST_STATE, (_, before: string, state: string) => before + this.give("state", state))
      .replace(UUID, (id) => this.give("id", id.toLowerCase()))
      .replace(ISO_TIME, "<time>")
      .replace(HTTP_TIME, "<time>")
      .replace(LOOPBACK_PORT, "$1:<port>");
  }
}
