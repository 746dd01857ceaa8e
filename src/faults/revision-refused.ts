import * as v from "valibot";
import { error, ERROR_CODES } from "../protocol/json-rpc.ts";
import { MODERN_REVISION } from "../protocol/revision.ts";
import { changeAnswer } from "./change-answer.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

const SUPPORTED = {
  older: ["2025-11-25", "2025-06-18"],
  future: ["2099-12-31"],
  same: [MODERN_REVISION],
  none: [],
  missing: undefined,
} as const;

export const revisionRefused = defineFault({
  name: "revision_refused",
  title: "Revision refused",
  summary: "Answers a modern request with the error that its revision is not supported, and lists what is.",
  group: "life-cycle",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  eras: ["modern"],
  params: v.strictObject({
    supported: choice(
      ["older", "future", "same", "none", "missing"],
      "What the list holds: legacy revisions, one of the future, the very one that was refused, nothing, or there is no list.",
    ),
  }),
  examples: [{ supported: "older" }, { supported: "future" }, { supported: "missing" }],
  shownWith: { method: "server/discover" },
  breaks: [{ check: "LIF-15" }],
  exercises: [{ check: "LIF-16" }, { check: "LIF-29" }],
  seenIn: ["J1", "J6"],
  tolerates: ["success", "protocol_error"],
  robust:
    "Chooses a version of the list that it speaks and goes on with that, once; else it says what each side speaks.",
  apply: ({ supported }) => {
    const list = SUPPORTED[supported];
    return changeAnswer((_, { request, revision }) =>
      error(request?.id ?? null, ERROR_CODES.unsupportedRevision, "Unsupported protocol version", {
        ...(list === undefined ? {} : { supported: list }),
        requested: revision,
      }),
    );
  },
});
