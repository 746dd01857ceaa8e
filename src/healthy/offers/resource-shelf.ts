import type { Listed } from "./listed.ts";
import { matchTemplate, type Readable, type Reading, type Resource, type ResourceTemplate } from "./resource.ts";

/** The server's resources, one by one and by pattern. */
export class ResourceShelf {
  /** By URI. */
  readonly resources: Listed<Resource>;
  /** By URI template. */
  readonly templates: Listed<ResourceTemplate>;

  constructor(resources: Listed<Resource>, templates: Listed<ResourceTemplate>) {
    this.resources = resources;
    this.templates = templates;
  }

  find(uri: string): { readonly resource: Readable; readonly reading: Reading } | undefined {
    const resource = this.resources.registry.get(uri);
    if (resource !== undefined) return { resource, reading: { uri, variables: {} } };
    for (const template of this.templates.registry.items()) {
      const variables = matchTemplate(template.uriTemplate, uri);
      if (variables !== undefined) return { resource: template, reading: { uri, variables } };
    }
    return undefined;
  }
}
