import * as v from "valibot";
import { PSEUDO_EXCHANGES } from "../protocol/exchange.ts";
import { defineFault } from "./define-fault.ts";

export const passThroughBytes = defineFault({
  name: "pass_through_bytes",
  title: "Nothing wrong, as bytes",
  summary: "Sends the bytes of everything untouched, but through the pipeline: shows what its second stage costs.",
  group: "bytes",
  stage: "bytes",
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
