import * as v from "valibot";
import { LabError } from "../base/errors.ts";
import { isRecord } from "../base/is-record.ts";
import { checkInput } from "../base/schema-problems.ts";
import { assembleHistory, type History } from "./history.ts";
import { historyLineSchema, type HistoryEntry, type HistoryFooter, type HistoryHeader } from "./schema.ts";
import { HISTORY_SCHEMA_VERSION } from "./schema-version.ts";

/**
 * Reads a recording, strictly: the first thing that is wrong throws a `LabError` that names `source` and the line. Only a last line
 * that was cut off in writing, and a missing footer, are taken; `notes` then say so.
 */
export function parseHistory(text: string, source: string): History {
  const lines = text.split("\n");
  const isTerminated = lines.at(-1) === "";
  if (isTerminated) lines.pop();
  const problems: string[] = [];
  const entries: HistoryEntry[] = [];
  let header: HistoryHeader | undefined;
  let footer: HistoryFooter | undefined;
  let sequence = 0;

  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    const fail = (reason: string) => broken(source, number, reason);
    const value = parseJson(line);
    if (value === undefined) {
      if (isTerminated || number !== lines.length || header === undefined) throw fail("not one JSON value");
      problems.push(`Line ${number} is cut off, and left out.`);
      break;
    }
    if (header === undefined) checkVersion(value, fail);
    const parsed = v.safeParse(historyLineSchema, value);
    if (!parsed.success)
      throw fail(checkInput(historyLineSchema, value).problems?.join("; ") ?? parsed.issues[0].message);
    const read = parsed.output;
    if (footer !== undefined) throw fail("a line after the footer, which is the last");
    if ((read.kind === "header") !== (header === undefined))
      throw fail(header === undefined ? "a recording begins with its header" : "a second header");
    if (read.kind === "header") header = read;
    else if (read.kind === "footer") {
      if (read.entries !== entries.length)
        throw fail(`the footer tells of ${read.entries} entries, found ${entries.length}`);
      footer = read;
    } else {
      if (read.sequence <= sequence)
        throw fail(`found sequence number ${read.sequence}, required is more than the ${sequence} before`);
      sequence = read.sequence;
      entries.push(read);
    }
  }
  if (header === undefined) throw broken(source, 1, "nothing there; a recording begins with its header");
  return assembleHistory(header, entries, footer, problems);
}

/** Undefined stands for what is no JSON: no JSON value is undefined. */
function parseJson(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

/** Told before anything else: of another version nothing else can be said. */
function checkVersion(value: unknown, fail: (reason: string) => LabError): void {
  if (!isRecord(value) || value["kind"] !== "header") throw fail("a recording begins with its header");
  const version = value["schemaVersion"];
  if (version !== HISTORY_SCHEMA_VERSION && typeof version === "number")
    throw fail(`found schemaVersion ${version}, allowed is ${HISTORY_SCHEMA_VERSION}`);
}

function broken(source: string, line: number, reason: string): LabError {
  return new LabError("history_load_failed", `${source}:${line}: ${reason}`, {
    hint: "A recording is written by --record and not meant to be changed.",
  });
}
