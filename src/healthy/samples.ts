import { PIXEL_PNG } from "./media.ts";
import { oneOf } from "./offers/completers.ts";
import type { Prompt } from "./offers/prompt.ts";
import type { Resource, ResourceTemplate } from "./offers/resource.ts";

const LANGUAGES = ["dutch", "english", "french", "german", "greek", "spanish"];

/** What `serve` offers beside its tools, so that lists, reads, prompts and completion can be exercised. */
export const SAMPLE_RESOURCES: readonly Resource[] = [
  text("lab://about", "about", "What this server is", "MCP Failure Lab: each tool but ping makes one failure happen."),
  text("lab://greetings", "greetings", "Text in several scripts", "Hello, Grüße, Γειά σου, 你好, 👋"),
  {
    uri: "lab://pixel",
    describe: () => ({
      uri: "lab://pixel",
      name: "pixel",
      title: "Pixel",
      description: "One white pixel, as binary content",
      mimeType: "image/png",
    }),
    run: ({ uri }) => ({ contents: [{ uri, mimeType: "image/png", blob: PIXEL_PNG }] }),
  },
];

export const SAMPLE_TEMPLATES: readonly ResourceTemplate[] = [
  {
    uriTemplate: "lab://squares/{n}",
    describe: () => ({
      uriTemplate: "lab://squares/{n}",
      name: "squares",
      title: "Squares",
      description: "The square of a whole number",
      mimeType: "text/plain",
    }),
    completers: { n: oneOf(["0", "1", "2", "3", "10", "12", "100"]) },
    run({ uri, variables }) {
      const n = Number(variables["n"]);
      if (!Number.isSafeInteger(n)) throw new Error(`n must be a whole number; found ${variables["n"] ?? "nothing"}`);
      return { contents: [{ uri, mimeType: "text/plain", text: String(n * n) }] };
    },
  },
];

export const SAMPLE_PROMPTS: readonly Prompt[] = [
  {
    name: "hello",
    describe: () => ({ name: "hello", title: "Hello", description: "Asks for a greeting" }),
    completers: {},
    run: () => ({ messages: [user("Say hello.")] }),
  },
  {
    name: "translate",
    describe: () => ({
      name: "translate",
      title: "Translate",
      description: "Asks for a translation",
      arguments: [
        { name: "text", description: "What to translate", required: true },
        { name: "language", description: "Into which language", required: true },
      ],
    }),
    completers: { text: undefined, language: oneOf(LANGUAGES) },
    run: ({ text = "", language = "" }) => ({ messages: [user(`Translate into ${language}: ${text}`)] }),
  },
];

function text(uri: string, name: string, description: string, content: string): Resource {
  return {
    uri,
    describe: () => ({ uri, name, description, mimeType: "text/plain" }),
    run: (reading) => ({ contents: [{ uri: reading.uri, mimeType: "text/plain", text: content }] }),
  };
}

function user(content: string): { role: string; content: { type: string; text: string } } {
  return { role: "user", content: { type: "text", text: content } };
}
