import * as v from "valibot";
import type { RequestId } from "../protocol/json-rpc.ts";
import { isAnswer } from "../wire/answer.ts";
import { defineFault } from "./define-fault.ts";
import { framedWithRaw, rawJson } from "./framed-text.ts";
import { choice } from "./parameter.ts";
import { without } from "./without.ts";

export const wrongId = defineFault({
  name: "wrong_id",
  title: "Answer under another id",
  summary:
    "The answer carries another id than the request: of another type, null, of nobody, of an earlier request, or none.",
  group: "messages",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  params: v.strictObject({
    as: choice(
      ["other-type", "fraction", "null", "zero", "earlier", "unknown", "missing"],
      "other-type: the number as a text, or the text as a number. fraction: 1.0 for 1, which is the same number. null and zero: always that. earlier: the id before this one. unknown: one that nobody has used. missing: none.",
    ),
  }),
  examples: [{ as: "other-type" }, { as: "null" }, { as: "fraction" }, { as: "missing" }],
  breaks: [{ check: "RPC-05" }, { check: "RPC-02" }],
  exercises: [{ check: "TMO-01" }],
  seenIn: ["G1", "G8"],
  tolerates: ["invalid_message", "timeout", "success"],
  robust:
    "Gives the answer to no other call. It reports an answer that fits no request, and fails the call with that or at its own time limit; 1.0 it may take for 1.",
  apply: ({ as }) =>
    async function* (frames, wire) {
      for await (const frame of frames) {
        const id = wire.exchange.request?.id;
        if (!isAnswer(frame) || id === undefined) yield frame;
        else if (as === "fraction") {
          const message = { ...frame.message, id: rawJson(typeof id === "number" ? `${id}.0` : "1.0") };
          yield { kind: "bytes", bytes: framedWithRaw(wire.framing, message) };
        } else if (as === "missing") yield { ...frame, message: without(frame.message, "id") };
        else yield { ...frame, message: { ...frame.message, id: OTHERS[as](id) } };
      }
    },
});

const OTHERS = {
  "other-type": (id: RequestId) =>
    typeof id === "number" ? String(id) : id === "" || Number.isNaN(Number(id)) ? 0 : Number(id),
  null: () => null,
  zero: () => 0,
  earlier: (id: RequestId) => (typeof id === "number" ? id - 1 : `${id}-earlier`),
  unknown: () => "mcp-failure-lab/unknown-id",
} as const;
