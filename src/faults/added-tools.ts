import type { JsonObject } from "../protocol/json.ts";
import { isAnswer } from "../wire/answer.ts";
import type { Transform } from "../wire/transform.ts";
import { entriesOf } from "./listed-entries.ts";

/**
 * Lists more tools than the healthy server has, and answers calls of them by saying which name was called, so that it is seen whether
 * the name has come back as it was given.
 */
export function addTools(names: readonly string[]): Transform {
  const added = names.map((name): JsonObject => ({
    name,
    description: "Says under which name it was called.",
    inputSchema: { type: "object" },
  }));
  const known = new Set(names);
  return async function* (frames, { exchange }) {
    for await (const frame of frames) {
      const list = isAnswer(frame) && exchange.method === "tools/list" ? entriesOf(frame.message.result) : undefined;
      const called = exchange.method === "tools/call" ? exchange.name : undefined;
      if (isAnswer(frame) && list !== undefined) {
        const result = { ...(frame.message.result as JsonObject), tools: [...list.entries, ...added] };
        yield { ...frame, message: { ...frame.message, result } };
      } else if (isAnswer(frame) && called !== undefined && known.has(called)) {
        const era = exchange.era === "modern" ? { resultType: "complete" } : {};
        const result = {
          ...era,
          content: [{ type: "text", text: JSON.stringify({ status: "called", name: called }) }],
        };
        yield { kind: "message", message: { jsonrpc: "2.0", id: frame.message.id, result } };
      } else yield frame;
    }
  };
}
