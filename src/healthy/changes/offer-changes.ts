import * as v from "valibot";
import { announced, defineChange } from "./define-change.ts";

const uriParam = v.pipe(v.string(), v.minLength(1), v.maxLength(2048), v.description("The resource's URI."));
const promptName = v.pipe(v.string(), v.minLength(1), v.maxLength(128), v.description("The prompt's name."));
const content = v.pipe(v.string(), v.maxLength(65_536), v.description("The text that reading it gives."));

/** A resource is there that was not, or has another content. */
export const resourceSet = defineChange({
  name: "resource_set",
  title: "Resource added or changed",
  summary: "From now on the server offers a text resource: a new one, or another content under a URI that it had.",
  params: v.strictObject({ uri: uriParam, text: content, announce: announced }),
  examples: [{ uri: "lab://news", text: "Something happened.", announce: true }],
  robust:
    "Reads the resource again when it is told of the update, and lists again when it is told that the list changed.",
  apply({ uri, text }, offers) {
    const known = offers.resources.get(uri) !== undefined;
    const set = () =>
      offers.resources.set(uri, {
        uri,
        describe: () => ({
          uri,
          name: uri,
          description: "A resource that was set while the server ran",
          mimeType: "text/plain",
        }),
        run: (reading) => ({ contents: [{ uri: reading.uri, mimeType: "text/plain", text }] }),
      });
    // A resource that was there before does not change the list, only itself.
    if (known) {
      offers.quietly(set);
      offers.resourceUpdated(uri);
    } else set();
  },
});

/** A resource is gone. */
export const resourceRemoved = defineChange({
  name: "resource_removed",
  title: "Resource removed",
  summary: "From now on the server no longer offers a resource; reading it is refused as not found.",
  params: v.strictObject({ uri: uriParam, announce: announced }),
  examples: [{ uri: "lab://about", announce: true }],
  robust: "Stops offering the resource when it is told, and reports the refusal of a read that was on its way.",
  apply({ uri }, { resources }) {
    resources.delete(uri);
  },
});

/** A prompt is there that was not. */
export const promptAdded = defineChange({
  name: "prompt_added",
  title: "Prompt added",
  summary: "From now on the server offers one more prompt, which asks for its own name.",
  params: v.strictObject({ name: promptName, announce: announced }),
  examples: [{ name: "newcomer", announce: true }],
  robust: "Lists the prompts again when it is told, and offers the new one without a restart.",
  apply({ name }, { prompts }) {
    prompts.set(name, {
      name,
      describe: () => ({ name, title: name, description: "A prompt that was added while the server ran" }),
      completers: {},
      run: () => ({ messages: [{ role: "user", content: { type: "text", text: `Say ${name}.` } }] }),
    });
  },
});

/** A prompt is gone. */
export const promptRemoved = defineChange({
  name: "prompt_removed",
  title: "Prompt removed",
  summary: "From now on the server no longer offers a prompt; getting it is refused with -32602.",
  params: v.strictObject({ name: promptName, announce: announced }),
  examples: [{ name: "hello", announce: true }],
  robust: "Stops offering the prompt when it is told.",
  apply({ name }, { prompts }) {
    prompts.delete(name);
  },
});
