import * as v from "valibot";
import { isObject } from "../protocol/json.ts";
import { isAnswer } from "../wire/answer.ts";
import { defineFault } from "./define-fault.ts";
import { framedWithRaw, rawJson } from "./framed-text.ts";
import { choice } from "./parameter.ts";

export const oddNumber = defineFault({
  name: "odd_number",
  title: "Numbers that many programs change",
  summary: "The tool's result holds a number that does not fit a double, in its structured content and as text.",
  group: "results",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  methods: ["tools/call"],
  params: v.strictObject({
    value: v.optional(
      choice(
        [
          "9007199254740993",
          "1234567890123456789",
          "-9223372036854775808",
          "1e400",
          "-0",
          "1.0",
          "0.1000000000000000055",
        ],
        "The number, digit for digit.",
      ),
      "9007199254740993",
    ),
  }),
  examples: [{ value: "9007199254740993" }, { value: "1e400" }],
  breaks: [],
  exercises: [{ check: "TOL-05" }],
  seenIn: ["I1"],
  tolerates: ["success", "invalid_message"],
  robust: "Hands on the digits as they came and sends them back unchanged, or warns that it cannot hold the number.",
  apply: ({ value }) =>
    async function* (frames, wire) {
      for await (const frame of frames) {
        const result = isAnswer(frame) ? frame.message.result : undefined;
        if (!isAnswer(frame) || !isObject(result)) {
          yield frame;
          continue;
        }
        const content = [{ type: "text", text: `{"value":${value}}` }];
        const message = {
          ...frame.message,
          result: { ...result, content, structuredContent: { value: rawJson(value) } },
        };
        yield { kind: "bytes", bytes: framedWithRaw(wire.framing, message) };
      }
    },
});
