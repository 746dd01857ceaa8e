import type { Prompt } from "./prompt.ts";
import type { Resource, ResourceTemplate } from "./resource.ts";
import type { Registry } from "../registry.ts";
import type { Tool } from "../tools/tool.ts";

/** What the server offers, for whoever alters it while it runs. Each change is announced to every client that wants to hear of it. */
export interface Changes {
  /** By name. */
  readonly tools: Registry<Tool>;
  /** By URI. */
  readonly resources: Registry<Resource>;
  /** By URI template. */
  readonly templates: Registry<ResourceTemplate>;
  /** By name. */
  readonly prompts: Registry<Prompt>;
  /** Runs `work`, whose changes are announced to nobody. */
  quietly(work: () => void): void;
  /** Announces that the content of a resource has changed. */
  resourceUpdated(uri: string): void;
}
