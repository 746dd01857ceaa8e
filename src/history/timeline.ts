import type { History } from "./history.ts";
import type { HistoryEntry } from "./schema.ts";
import { sayEntry } from "./say-entry.ts";

/** Narrower than this nothing can be read. */
const MIN_WIDTH = 40;

/**
 * A recording as lines for people, none wider than `width` characters. One line an entry: number, milliseconds since the beginning,
 * connection (c), session (s), exchange (x), direction, what it says; what a fault wrote ends with `!` and the fault's name.
 */
export function renderTimeline(history: History, width: number): string[] {
  const lines = renderEntries(history.entries, width);
  const said = [title(history), ...(lines.length === 0 ? [] : ["", ...lines]), "", ...footer(history)];
  return said.map((line) => cut(line, Math.max(width, MIN_WIDTH)));
}

/** The lines of a timeline, without what stands around them. */
export function renderEntries(entries: readonly HistoryEntry[], width: number): string[] {
  const limit = Math.max(width, MIN_WIDTH);
  const rows = entries.map(rowOf);
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

function rowOf(entry: HistoryEntry): Row {
  const place =
    "connection" in entry
      ? `c${entry.connection}${entry.session === undefined ? "" : ` s${entry.session}`} x${entry.exchange}`
      : "";
  const fault = "fault" in entry && entry.fault !== undefined ? `  ! ${printable(entry.fault)}` : "";
  return [`${entry.sequence}`, entry.atMs.toFixed(1), place, printable(sayEntry(entry)), fault];
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
  const written = [...byFault].map(([fault, count]) => `${printable(fault)} ${count}`).join(", ");
  const other = entries.length - frames.length;
  return [
    `${count(frames.length, "frame")} of ${count(exchanges, "exchange")}${other === 0 ? "" : `, ${count(other, "other entry", "other entries")}`}`,
    `Written by faults: ${written === "" ? "none" : written}`,
    ...notes.map((note) => `Note: ${printable(note)}`),
  ];
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
