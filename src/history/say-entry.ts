import { isRecord } from "../base/is-record.ts";
import type { FrameEntry, HistoryEntry } from "./schema.ts";

type BytesEntry = Extract<FrameEntry, { kind: "bytes" }>;

/** One entry in a few words, with an arrow to the side that it went to. May hold any character that a peer has sent. */
export function sayEntry(entry: HistoryEntry): string {
  switch (entry.kind) {
    case "request":
      return `→ ${entry.verb} ${entry.target}`;
    case "head":
      return `← ${entry.status} ${headerOf(entry.headers, "content-type") ?? "without a type"}`;
    case "bytes":
      return `${arrow(entry)} ${sayBytes(entry)}  ${entry.length} B`;
    case "raw":
      return `${arrow(entry)} raw bytes  ${entry.length} B`;
    case "stderr":
      return `${arrow(entry)} stderr  ${entry.length} B`;
    case "session":
      return entry.act === "forget" ? "session forgotten" : `session goes on at ${entry.becomes ?? "another revision"}`;
    case "outage":
      return `server gone for ${entry.downMs} ms, its sessions ${entry.sessions}`;
    case "close":
      return `${arrow(entry)} ${sayClose(entry)}`;
    case "process-start":
      return `${entry.role} started: ${entry.argv.join(" ")}`;
    case "process-stderr":
      return `${entry.role} stderr: ${entry.text?.trimEnd() ?? `${entry.length} B`}`;
    case "process-stdin-eof":
      return `${entry.role} stdin ended`;
    case "process-signal":
      return `${entry.role} sent ${entry.signal} after ${Math.round(entry.waitedMs)} ms`;
    case "process-exit":
      return `${entry.role} exited: ${entry.signal ?? `code ${entry.code ?? "unknown"}`}`;
    case "caller":
      return `caller of ${entry.method}${entry.name === undefined ? "" : ` ${entry.name}`} saw: ${entry.saw.replace("_", " ")}`;
    case "fired":
      return `${entry.rule} fired: ${entry.faults.join(" + ")}`;
    case "effect":
      return `effect of x${entry.exchange}: ${entry.tool}, execution ${entry.execution} of ${JSON.stringify(entry.arguments)}`;
  }
}

function arrow({ direction }: FrameEntry): string {
  return direction === "to-server" ? "→" : "←";
}

function sayClose(entry: Extract<FrameEntry, { kind: "close" }>): string {
  switch (entry.how) {
    case "end":
      return "end";
    case "cut":
      return "cut off";
    case "reset":
      return "reset";
    case "exit":
      return `process exits: ${entry.signal ?? `code ${entry.code ?? 0}`}`;
  }
}

function sayBytes(entry: BytesEntry): string {
  const events = (entry.fields ?? []).flatMap(([name, value]) => {
    if (name === "") return [`comment ${JSON.stringify(value)}`];
    return name === "id" || name === "retry" ? [`${name} ${value}`] : [];
  });
  const messages = (entry.messages ?? []).map((message) => sayMessage(message, entry));
  const said = [...messages, ...events].join(", ");
  if (entry.more === true) return said === "" ? "a part of a message" : `${said}, to be continued`;
  if (said !== "") return said;
  if (entry.withheld === true) return "withheld: a secret may stand here";
  return entry.length === 0 ? "nothing" : `not a message: ${JSON.stringify(entry.text?.slice(0, 60) ?? "no text")}`;
}

function sayMessage(message: unknown, entry: BytesEntry): string {
  if (Array.isArray(message)) return `batch of ${message.length}`;
  if (!isRecord(message)) return `not a message: ${JSON.stringify(message)}`;
  const id = "id" in message ? ` ${JSON.stringify(message["id"])}` : "";
  if (typeof message["method"] === "string") {
    const name = message["method"] === entry.method && entry.name !== undefined ? ` ${entry.name}` : "";
    return `${message["method"]}${id}${name}`;
  }
  const { result, error } = message;
  if (result !== undefined && error !== undefined) return `result and error${id}`;
  if (error !== undefined)
    return `error${id}${isRecord(error) && typeof error["code"] === "number" ? ` (${error["code"]})` : ""}`;
  if (result !== undefined) return `result${id}${isRecord(result) && result["isError"] === true ? " (isError)" : ""}`;
  return `neither request nor answer${id}`;
}

function headerOf(headers: readonly (readonly [string, string])[], wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
