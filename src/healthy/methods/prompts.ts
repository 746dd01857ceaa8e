import { errorText } from "../../base/errors.ts";
import { ERROR_CODES } from "../../protocol/json-rpc.ts";
import { perform } from "../interaction.ts";
import type { Method } from "../method.ts";
import { pageOf } from "../paging.ts";
import { textParam, textsParam } from "../params.ts";
import { invalidParams, Refusal } from "../refusal.ts";

export const listPrompts: Method = {
  cacheable: true,
  run({ core, exchange, params }) {
    const page = pageOf("prompts/list", core.prompts.entries(exchange.revision), params.cursor, core.pageSize);
    return page instanceof Refusal ? page : { prompts: page.items, nextCursor: page.nextCursor };
  },
};

export const getPrompt: Method = {
  run(call) {
    const name = textParam(call.params, "name");
    if (name instanceof Refusal) return name;
    const prompt = call.core.prompts.registry.get(name);
    if (prompt === undefined) return invalidParams(`Unknown prompt: ${name}`);
    const args = textsParam(call.params, "arguments");
    if (args instanceof Refusal) return args;
    const missing = prompt
      .describe()
      .arguments?.find((argument) => argument.required === true && !(argument.name in args));
    if (missing !== undefined) return invalidParams(`Prompt ${name}: argument "${missing.name}" is missing`);
    return perform(call, prompt, args, promptFailed);
  },
};

function promptFailed(error: unknown): Refusal {
  return new Refusal(ERROR_CODES.internalError, `The prompt failed: ${errorText(error)}`);
}
