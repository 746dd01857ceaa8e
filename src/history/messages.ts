import type { Shape } from "../protocol/exchange.ts";
import { isObject, type Json } from "../protocol/json.ts";

/** The JSON values that a piece of a transport's stream holds, in order; what cannot be read is left out. */
export function readMessages(text: string, shape: Shape | undefined): Json[] {
  switch (shape) {
    case "http-sse":
      return eventData(text).flatMap(parsed);
    case "http-json":
      return parsed(text);
    case "stdio":
    case undefined:
      return text.split("\n").flatMap(parsed);
  }
}

/** The field lines of events that are no data, as name and value; a comment's name is empty. */
export function readEventFields(text: string): [name: string, value: string][] {
  return eventLines(text).flatMap((line): [string, string][] => {
    if (line === "") return [];
    const [name, value] = fieldOf(line);
    return name === "data" ? [] : [[name, value]];
  });
}

/** A message too large to be kept: who it belongs to, and which of params, result and error it has. */
export function outline(message: Json): Json {
  if (Array.isArray(message)) return message.slice(0, 100).map((item: Json) => outline(item));
  if (!isObject(message)) return typeof message === "string" ? "" : message;
  const kept: Record<string, Json> = {};
  for (const name of ["jsonrpc", "id", "method"]) {
    const value = message[name];
    if (value !== undefined && isShort(value)) kept[name] = value;
  }
  for (const name of ["params", "result"]) if (message[name] !== undefined) kept[name] = {};
  const { error } = message;
  if (error !== undefined)
    kept["error"] = isObject(error) && typeof error.code === "number" ? { code: error.code } : {};
  return kept;
}

function isShort(value: Json): boolean {
  return (typeof value !== "object" || value === null) && String(value).length <= 256;
}

/** What each complete event carries; nothing where it has no data. */
function eventData(text: string): string[] {
  const events: string[] = [];
  let data: string[] = [];
  for (const line of eventLines(text)) {
    if (line === "") {
      events.push(data.join("\n"));
      data = [];
    } else {
      const [name, value] = fieldOf(line);
      if (name === "data") data.push(value);
    }
  }
  return events;
}

/** The lines of event-stream text that have ended. */
function eventLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/).slice(0, -1);
}

function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(":");
  return colon < 0 ? [line, ""] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")];
}

function parsed(text: string): Json[] {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  try {
    // JSON.parse yields JSON values, or throws.
    return [JSON.parse(trimmed) as Json];
  } catch {
    return [];
  }
}
