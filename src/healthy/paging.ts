import { Buffer } from "node:buffer";
import { invalidParams, type Refusal } from "./refusal.ts";

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

/** Entries on one page of a list. */
export const DEFAULT_PAGE_SIZE = 100;

/**
 * One page of `list`. Cursors are opaque to clients: they name the list and the place in it, so that a cursor of another list, a
 * shortened or an invented one is refused, and the same cursor gives the same page on any connection.
 */
export function pageOf<T>(list: string, items: readonly T[], cursor: unknown, size: number): Page<T> | Refusal {
  if (cursor === undefined && items.length <= size) return { items };
  const start = cursor === undefined ? 0 : startOf(list, cursor);
  if (start === undefined || (start > 0 && start >= items.length) || start % size !== 0)
    return invalidParams(`Invalid cursor for ${list}: ${JSON.stringify(cursor)} was not given by this list`);
  const end = start + size;
  const page = items.slice(start, end);
  return end < items.length ? { items: page, nextCursor: cursorAt(list, end) } : { items: page };
}

function cursorAt(list: string, start: number): string {
  return Buffer.from(`${list}:${start}`).toString("base64url");
}

function startOf(list: string, cursor: unknown): number | undefined {
  if (typeof cursor !== "string") return undefined;
  const start = Number(
    Buffer.from(cursor, "base64url")
      .toString()
      .slice(list.length + 1),
  );
  // Decoding is lenient, so only what encodes to the very same text was given out.
  return Number.isSafeInteger(start) && start > 0 && cursorAt(list, start) === cursor ? start : undefined;
}
