import type { History } from "./history.ts";
import type { FrameEntry, HistoryEntry } from "./schema.ts";
import { sayEntry } from "./say-entry.ts";

/** Narrower than this nothing can be read. */
const MIN_WIDTH = 40;

/**
 * A recording as lines for people, none wider than `width` characters. One line an entry: number, milliseconds since the beginning,
 * connection (c), session (s), exchange (x), direction, what it says; what a fault wrote ends with `!` and the fault's name. Faults that
 * acted on an exchange and wrote nothing there are named at its first frame.
 */
export function renderTimeline(history: History, width: number): string[] {
  const lines = renderEntries(history.entries, width);
  const said = [title(history), ...(lines.length === 0 ? [] : ["", ...lines]), "", ...footer(history)];
  return said.map((line) => cut(line, Math.max(width, MIN_WIDTH)));
}

/** The lines of a timeline, without what stands around them. */
export function renderEntries(entries: readonly HistoryEntry[], width: number): string[] {
  const limit = Math.max(width, MIN_WIDTH);
  const silent = silentFaults(entries);
  const rows = entries.map((entry) => rowOf(entry, silent.get(entry) ?? []));
  const [numbers, times, places] = [0, 1, 2].map((column) =>
    Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map(([number, time, place, text, mark]) => {
    const before = `${number.padStart(numbers ?? 0)}  ${time.padStart(times ?? 0)}  ${place.padEnd(places ?? 0)}  `;
    // A mark is the last that may be cut: it says that the sender is not to blame.
    const room = Math.max(0, limit - before.length - mark.length);
    return cut(before + cut(text, room) + mark, limit);
  });
}

type Row = readonly [number: string, time: string, place: string, text: string, mark: string];

/** By the first frame that knows of them: the faults that acted on its exchange without writing anything there, such as a delay. */
function silentFaults(entries: readonly HistoryEntry[]): Map<HistoryEntry, readonly string[]> {
  const armed = new Map<string, { readonly first: HistoryEntry; readonly faults: Set<string> }>();
  // What belongs to no request has the number 0.
  const keyOf = ({ exchange, method }: FrameEntry) => `${exchange} ${method}`;
  for (const entry of entries) {
    if (!("armed" in entry) || entry.armed === undefined || armed.has(keyOf(entry))) continue;
    armed.set(keyOf(entry), { first: entry, faults: new Set(entry.armed) });
  }
  for (const entry of entries)
    if ("fault" in entry && entry.fault !== undefined) armed.get(keyOf(entry))?.faults.delete(entry.fault);
  return new Map([...armed.values()].map(({ first, faults }) => [first, [...faults]]));
}

function rowOf(entry: HistoryEntry, silent: readonly string[]): Row {
  const fault = "fault" in entry && entry.fault !== undefined ? `  ! ${printable(entry.fault)}` : "";
  const armed = silent.length === 0 ? "" : `  (armed: ${silent.map(printable).join(", ")})`;
  return [`${entry.sequence}`, entry.atMs.toFixed(1), placeOf(entry), printable(sayEntry(entry)), fault + armed];
}

function placeOf(entry: HistoryEntry): string {
  if (entry.kind === "fired") return `x${entry.exchange}`;
  if (!("connection" in entry)) return "";
  return `c${entry.connection}${entry.session === undefined ? "" : ` s${entry.session}`} x${entry.exchange}`;
}

function title({ header }: History): string {
  const era = header.era === "both" ? "both eras" : `${header.era} era`;
  const { version } = header.tool;
  return printable(
    `Recording of MCP Failure Lab ${version}: ${header.transport}, ${era}, seed ${header.seed}, ${header.startedAt}`,
  );
}

function footer({ frames, entries, notes }: History): string[] {
  const exchanges = new Set(frames.map(({ exchange }) => exchange)).size;
  const byFault = new Map<string, number>();
  for (const { fault } of frames) if (fault !== undefined) byFault.set(fault, (byFault.get(fault) ?? 0) + 1);
  const written = countsText(byFault);
  const silent = new Map<string, number>();
  for (const faults of silentFaults(frames).values())
    for (const fault of faults) silent.set(fault, (silent.get(fault) ?? 0) + 1);
  const other = entries.length - frames.length;
  return [
    `${count(frames.length, "frame")} of ${count(exchanges, "exchange")}${other === 0 ? "" : `, ${count(other, "other entry", "other entries")}`}`,
    `Written by faults: ${written === "" ? "none" : written}`,
    ...(silent.size === 0 ? [] : [`Armed, and wrote nothing: ${countsText(silent)}`]),
    ...notes.map((note) => `Note: ${printable(note)}`),
  ];
}

function countsText(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([fault, times]) => `${printable(fault)} ${times}`).join(", ");
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** What a peer wrote must not move a terminal's cursor, colour it, or turn the direction of the line. */
function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}
