import * as v from "valibot";
import { PSEUDO_EXCHANGES } from "../protocol/exchange.ts";
import { defineFault } from "./define-fault.ts";

export const passThrough = defineFault({
  name: "pass_through",
  title: "Nothing wrong, as messages",
  summary: "Sends everything untouched, but through the pipeline: shows what the pipeline itself costs and changes.",
  group: "messages",
  stage: "message",
  direction: "both",
  shapes: ["stdio", "http-json", "http-sse"],
  at: PSEUDO_EXCHANGES,
  params: v.strictObject({}),
  examples: [{}],
  breaks: [],
  tolerates: ["success"],
  robust: "Notices nothing.",
  apply: () =>
    async function* (frames) {
      yield* frames;
    },
});
