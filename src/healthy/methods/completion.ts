import { describeValue } from "../../base/schema-describe.ts";
import { isObject, objectAt, type JsonObject } from "../../protocol/json.ts";
import type { Method } from "../method.ts";
import type { Completers } from "../offers/completers.ts";
import { textParam, textsParam } from "../params.ts";
import { invalidParams, Refusal } from "../refusal.ts";
import type { ServedCall } from "../served-call.ts";

/** The specification's own limit on proposals in one answer. */
const MAX_VALUES = 100;

export const complete: Method = {
  run(call) {
    const { params } = call;
    const completers = completersOf(call, params.ref);
    if (completers instanceof Refusal) return completers;
    const { argument } = params;
    if (!isObject(argument))
      return invalidParams(`params.argument must be an object; found ${describeValue(argument)}`);
    const name = textParam(argument, "name");
    if (name instanceof Refusal) return name;
    const typed = textParam(argument, "value");
    if (typed instanceof Refusal) return typed;
    const others = textsParam(objectAt(params, "context") ?? {}, "arguments");
    if (others instanceof Refusal) return others;
    if (!Object.hasOwn(completers, name)) return invalidParams(`Unknown argument: ${name}`);
    const values = completers[name]?.(typed, others) ?? [];
    return {
      completion: {
        values: values.slice(0, MAX_VALUES),
        total: values.length,
        hasMore: values.length > MAX_VALUES,
      },
    };
  },
};

function completersOf({ core }: ServedCall, ref: unknown): Completers | Refusal {
  const reference: JsonObject = isObject(ref) ? ref : {};
  if (reference.type === "ref/prompt" && typeof reference.name === "string")
    return core.prompts.registry.get(reference.name)?.completers ?? invalidParams(`Unknown prompt: ${reference.name}`);
  if (reference.type === "ref/resource" && typeof reference.uri === "string")
    return (
      core.shelf.templates.registry.get(reference.uri)?.completers ??
      invalidParams(`Unknown resource template: ${reference.uri}`)
    );
  return invalidParams(
    `params.ref must be a ref/prompt with a name or a ref/resource with a uri; found ${describeValue(ref)}`,
  );
}
