import { PIXEL_PNG } from "../media.ts";
import { oneOf } from "../offers/completers.ts";
import type { Resource, ResourceTemplate } from "../offers/resource.ts";

export const CONFORMANCE_RESOURCES: readonly Resource[] = [
  text("test://static-text", "static-text", "A text", "This is the content of the static text resource."),
  text("test://watched-resource", "watched-resource", "A text to subscribe to", "Nothing has changed yet."),
  {
    uri: "test://static-binary",
    describe: () => ({
      uri: "test://static-binary",
      name: "static-binary",
      description: "An image",
      mimeType: "image/png",
    }),
    run: ({ uri }) => ({ contents: [{ uri, mimeType: "image/png", blob: PIXEL_PNG }] }),
  },
];

export const CONFORMANCE_TEMPLATES: readonly ResourceTemplate[] = [
  {
    uriTemplate: "test://template/{id}/data",
    describe: () => ({
      uriTemplate: "test://template/{id}/data",
      name: "template",
      description: "Data for an id",
      mimeType: "application/json",
    }),
    completers: { id: oneOf(["1", "12", "123"]) },
    run({ uri, variables }) {
      const id = variables["id"] ?? "";
      const data = { id, templateTest: true, data: `Data for ID: ${id}` };
      return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(data) }] };
    },
  },
];

function text(uri: string, name: string, description: string, content: string): Resource {
  return {
    uri,
    describe: () => ({ uri, name, description, mimeType: "text/plain" }),
    run: (reading) => ({ contents: [{ uri: reading.uri, mimeType: "text/plain", text: content }] }),
  };
}
