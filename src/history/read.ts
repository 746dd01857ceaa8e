import { readFile, stat } from "node:fs/promises";
import { errorText, LabError } from "../base/errors.ts";
import { MAX_HISTORY_BYTES } from "../base/limits.ts";
import type { History } from "./history.ts";
import { parseHistory } from "./parse.ts";

/** Reads a recording from a file of at most 64 MiB. Throws a `LabError` (`history_load_failed`) that names the file, and the line where there is one. */
export async function readHistory(file: string): Promise<History> {
  return parseHistory(await readText(file), file);
}

async function readText(file: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    const facts = await stat(file);
    if (!facts.isFile()) throw new Error("it is no regular file");
    if (facts.size > MAX_HISTORY_BYTES) throw new Error(`it has ${facts.size} bytes, allowed are ${MAX_HISTORY_BYTES}`);
    bytes = await readFile(file);
  } catch (error) {
    throw unreadable(file, errorText(error), error);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw unreadable(file, "it is not UTF-8 text", error);
  }
}

function unreadable(file: string, reason: string, cause: unknown): LabError {
  const hint = "Name a file that --record has written.";
  return new LabError("history_load_failed", `${file} cannot be read: ${reason}`, { hint, cause });
}
