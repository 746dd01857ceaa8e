import * as v from "valibot";
import { error, ERROR_CODES } from "../protocol/json-rpc.ts";
import type { MessageFrame } from "../wire/frame.ts";
import { besideAnswer } from "./beside-answer.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

const IDS = { unknown: "mcp-failure-lab/unknown-id", number: 999_999_999, null: null } as const;

export const unsolicitedResponse = defineFault({
  name: "unsolicited_response",
  title: "Answer that nobody asked for",
  summary: "Sends an answer to a request that was never made, beside what is right.",
  group: "messages",
  stage: "message",
  shapes: ["stdio", "http-sse"],
  at: ["$stream", "$notification"],
  params: v.strictObject({
    id: v.optional(
      choice(["unknown", "number", "null"], "Its id: a text or a number that nobody has used, or null."),
      "unknown",
    ),
    kind: v.optional(choice(["result", "error"], "Whether it is a result or an error."), "result"),
    place: v.optional(choice(["before", "after"], "Where it stands by the answer."), "before"),
  }),
  examples: [
    { id: "unknown", kind: "result", place: "before" },
    { id: "null", kind: "error", place: "after" },
  ],
  breaks: [{ check: "RPC-05" }, { check: "RPC-09" }, { check: "SSE-17" }],
  exercises: [{ check: "CAN-15" }],
  seenIn: ["G6", "B1", "B2"],
  tolerates: ["success"],
  robust: "Drops it, says so where it reports errors, and goes on: the call beside it has its own answer.",
  apply: ({ id, kind, place }) => {
    const message =
      kind === "error"
        ? error(IDS[id], ERROR_CODES.invalidRequest, "Nobody asked for this")
        : { jsonrpc: "2.0", id: IDS[id], result: { content: [{ type: "text", text: "nobody asked for this" }] } };
    const frame: MessageFrame = { kind: "message", message };
    return besideAnswer(place, () => [frame]);
  },
});
