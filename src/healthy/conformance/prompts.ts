import type { JsonObject } from "../../protocol/json.ts";
import { InputRequired } from "../input-required.ts";
import { PIXEL_PNG } from "../media.ts";
import { oneOf } from "../offers/completers.ts";
import type { Prompt } from "../offers/prompt.ts";
import { accepted, form } from "./asking.ts";

/** Comes and goes with `test_trigger_prompt_change`. */
export const CHANGING_PROMPT: Prompt = {
  name: "test_changing_prompt",
  describe: () => ({ name: "test_changing_prompt", description: "Comes and goes" }),
  completers: {},
  run: () => ({ messages: [user({ type: "text", text: "still there" })] }),
};

export const CONFORMANCE_PROMPTS: readonly Prompt[] = [
  {
    name: "test_simple_prompt",
    describe: () => ({ name: "test_simple_prompt", description: "Has no arguments" }),
    completers: {},
    run: () => ({ messages: [user({ type: "text", text: "This is a simple prompt for testing." })] }),
  },
  {
    name: "test_prompt_with_arguments",
    describe: () => ({
      name: "test_prompt_with_arguments",
      description: "Has two arguments",
      arguments: [
        { name: "arg1", description: "First test argument", required: true },
        { name: "arg2", description: "Second test argument", required: true },
      ],
    }),
    completers: { arg1: oneOf(["paris", "park", "party"]), arg2: undefined },
    run: ({ arg1 = "", arg2 = "" }) => ({
      messages: [user({ type: "text", text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` })],
    }),
  },
  {
    name: "test_prompt_with_embedded_resource",
    describe: () => ({
      name: "test_prompt_with_embedded_resource",
      description: "Embeds a resource",
      arguments: [{ name: "resourceUri", description: "URI of the resource to embed", required: true }],
    }),
    completers: { resourceUri: undefined },
    run: ({ resourceUri = "" }) => ({
      messages: [
        user({
          type: "resource",
          resource: { uri: resourceUri, mimeType: "text/plain", text: "Embedded resource content for testing." },
        }),
        user({ type: "text", text: "Please process the embedded resource above." }),
      ],
    }),
  },
  {
    name: "test_prompt_with_image",
    describe: () => ({ name: "test_prompt_with_image", description: "Holds an image" }),
    completers: {},
    run: () => ({
      messages: [
        user({ type: "image", data: PIXEL_PNG, mimeType: "image/png" }),
        user({ type: "text", text: "Please analyze the image above." }),
      ],
    }),
  },
  {
    name: "test_input_required_result_prompt",
    describe: () => ({ name: "test_input_required_result_prompt", description: "Asks for its context" }),
    completers: {},
    run(_args, call) {
      const context = accepted(call.input, "user_context", "context");
      return context === undefined
        ? new InputRequired({
            user_context: form("What context should the prompt use?", { context: { type: "string" } }),
          })
        : { messages: [user({ type: "text", text: `Use this context: ${context}` })] };
    },
  },
];

function user(content: JsonObject): JsonObject {
  return { role: "user", content };
}
