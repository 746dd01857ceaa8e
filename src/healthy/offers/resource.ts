import type { JsonObject } from "../../protocol/json.ts";
import type { Answer, Call } from "../call.ts";
import type { Completers } from "./completers.ts";
import type { Describable } from "./listed.ts";

/** What `resources/read` gives. */
export interface ReadResult extends JsonObject {
  readonly contents: readonly JsonObject[];
}

/** What is to be read: an URI, and what a template found in it. */
export interface Reading {
  readonly uri: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Something that `resources/read` can read. */
export interface Readable extends Describable {
  run(reading: Reading, call: Call): Answer<ReadResult> | Promise<Answer<ReadResult>>;
}

export interface Resource extends Readable {
  readonly uri: string;
}

/** Many resources under one pattern, such as `lab://squares/{n}`: each `{name}` stands for one part of a path. */
export interface ResourceTemplate extends Readable {
  readonly uriTemplate: string;
  readonly completers: Completers;
}

/** The variables of `uri` under a template; undefined where it does not fit. */
export function matchTemplate(uriTemplate: string, uri: string): Record<string, string> | undefined {
  const names: string[] = [];
  const pattern = uriTemplate
    .split(/(\{\w+\})/)
    .map((part) => {
      if (!part.startsWith("{")) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      names.push(part.slice(1, -1));
      return "([^/?#]+)";
    })
    .join("");
  const found = new RegExp(`^${pattern}$`).exec(uri);
  return found === null ? undefined : Object.fromEntries(names.map((name, i) => [name, found[i + 1] ?? ""]));
}
