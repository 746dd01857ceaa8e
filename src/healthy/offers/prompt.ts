import type { JsonObject } from "../../protocol/json.ts";
import type { Answer, Call } from "../call.ts";
import type { Completers } from "./completers.ts";
import type { Describable } from "./listed.ts";

/** What `prompts/get` gives. */
export interface PromptResult extends JsonObject {
  readonly messages: readonly JsonObject[];
}

export interface PromptArgument extends JsonObject {
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
}

/** A prompt as `prompts/list` shows it. */
export interface PromptDescription extends JsonObject {
  readonly name: string;
  readonly arguments?: readonly PromptArgument[];
}

export interface Prompt extends Describable {
  readonly name: string;
  describe(): PromptDescription;
  readonly completers: Completers;
  run(args: Readonly<Record<string, string>>, call: Call): Answer<PromptResult> | Promise<Answer<PromptResult>>;
}
