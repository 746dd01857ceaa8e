import * as v from "valibot";
import type { Json } from "../protocol/json.ts";
import { defineFault } from "./define-fault.ts";
import { framedWithRaw, rawJson } from "./framed-text.ts";
import { choice } from "./parameter.ts";
import { without } from "./without.ts";

const IDS = {
  null: null,
  object: { id: 1 },
  boolean: true,
  list: [1],
  empty: "",
  negative: -1,
  "used-before": 0,
  text: "lab-request",
} as const satisfies Readonly<Record<string, Json>>;

export const requestId = defineFault({
  name: "request_id",
  title: "Id of a request that is odd",
  summary:
    "The client's request carries an id that JSON-RPC or MCP forbids, that was used before, or that few servers have seen.",
  group: "requests",
  stage: "message",
  direction: "to-server",
  shapes: ["stdio", "http-json"],
  params: v.strictObject({
    as: choice(
      ["missing", "null", "object", "boolean", "list", "fraction", "large", "empty", "negative", "used-before", "text"],
      "What the id is; where it is missing the request becomes a notification. Good are large (a number above 2^53), empty (a text), negative and text; used-before is 0, the same each time. The client waits for an answer under the id that was sent.",
    ),
  }),
  examples: [{ as: "null" }, { as: "object" }, { as: "large" }, { as: "used-before" }],
  breaks: [{ check: "RPC-02" }, { check: "RPC-03" }, { check: "RPC-04" }],
  exercises: [{ check: "RPC-05" }, { check: "RPC-07" }],
  seenIn: ["G1", "G2", "P1"],
  tolerates: ["success", "protocol_error", "invalid_message", "timeout"],
  robust:
    "Refuses an id that is neither a text nor a whole number, and never takes such a request for a notification. Any other it returns with the very same value and type.",
  apply: ({ as }) =>
    async function* (frames, wire) {
      for await (const frame of frames) {
        if (frame.kind !== "message" || frame.message.method === undefined || frame.message.id === undefined)
          yield frame;
        else if (as === "fraction" || as === "large") {
          const digits = as === "large" ? "9007199254740993" : "1.5";
          const bytes = framedWithRaw(wire.framing, { ...frame.message, id: rawJson(digits) });
          yield { kind: "bytes", bytes, of: { ...frame.message, id: Number(digits) } };
        } else if (as === "missing") yield { ...frame, message: without(frame.message, "id") };
        else yield { ...frame, message: { ...frame.message, id: IDS[as] } };
      }
    },
});
