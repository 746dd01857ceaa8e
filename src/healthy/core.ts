import type { Clock } from "../base/clock.ts";
import type { JsonObject } from "../protocol/json.ts";
import type { Announcer } from "./announcer.ts";
import type { Listed } from "./offers/listed.ts";
import type { Prompt } from "./offers/prompt.ts";
import type { ResourceShelf } from "./offers/resource-shelf.ts";
import type { RequestStates } from "./request-state.ts";
import type { ToolBox } from "./tools/tool-box.ts";

/** What all peers of one server share. */
export interface Core {
  readonly clock: Clock;
  /** Name and version of the server, as `initialize` and each modern result say them. */
  readonly info: JsonObject;
  /** `_meta` of a modern result that has none of its own. */
  readonly resultMeta: JsonObject;
  readonly instructions: string;
  readonly tools: ToolBox;
  readonly shelf: ResourceShelf;
  readonly prompts: Listed<Prompt>;
  readonly announcer: Announcer;
  readonly states: RequestStates;
  readonly pageSize: number;
}
