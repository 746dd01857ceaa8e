import type { Changes } from "../offers/changes.ts";
import { ASKING_TOOLS } from "./asking-tools.ts";
import { CONTENT_TOOLS } from "./content-tools.ts";
import { INPUT_REQUIRED_TOOLS } from "./input-required-tools.ts";
import { CONFORMANCE_PROMPTS } from "./prompts.ts";
import { CONFORMANCE_RESOURCES, CONFORMANCE_TEMPLATES } from "./resources.ts";
import { workingTools } from "./working-tools.ts";

/** Adds everything that the official conformance suite asks for by name. */
export function addConformanceFixtures(changes: Changes): void {
  const tools = [...CONTENT_TOOLS, ...workingTools(changes), ...ASKING_TOOLS, ...INPUT_REQUIRED_TOOLS];
  for (const tool of tools) changes.tools.set(tool.name, tool);
  for (const resource of CONFORMANCE_RESOURCES) changes.resources.set(resource.uri, resource);
  for (const template of CONFORMANCE_TEMPLATES) changes.templates.set(template.uriTemplate, template);
  for (const prompt of CONFORMANCE_PROMPTS) changes.prompts.set(prompt.name, prompt);
}
