import * as v from "valibot";
import { defineFault } from "./define-fault.ts";

export const wrongContentLength = defineFault({
  name: "wrong_content_length",
  title: "Wrong Content-Length",
  summary: "Says another length of the body than it has.",
  group: "http",
  stage: "bytes",
  shapes: ["http-json"],
  needs: ["socket"],
  params: v.strictObject({
    byBytes: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(-1_000_000),
      v.maxValue(1_000_000),
      v.check((bytes) => bytes !== 0, "must not be 0"),
      v.description("By how many bytes the length is wrong; less than 0: too short."),
    ),
  }),
  examples: [{ byBytes: 100 }, { byBytes: -10 }],
  breaks: [],
  exercises: [{ check: "TMO-01" }],
  seenIn: ["M2", "I11"],
  tolerates: ["timeout", "transport_loss", "invalid_message"],
  robust:
    "Too long: gives up at its own time limit, or when the connection ends. Too short: fails the call with an error, and reads no rest of the body as the answer to its next request.",
  apply: ({ byBytes }) =>
    async function* (frames) {
      for await (const frame of frames) {
        if (frame.kind !== "head") {
          yield frame;
          continue;
        }
        const headers = frame.headers.map(([name, value]) =>
          name.toLowerCase() === "content-length"
            ? ([name, String(Math.max(0, Number(value) + byBytes))] as const)
            : ([name, value] as const),
        );
        yield { ...frame, headers };
      }
    },
});
