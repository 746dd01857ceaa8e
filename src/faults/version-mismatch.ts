import * as v from "valibot";
import { changeResult } from "./change-answer.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";
import { without } from "./without.ts";

const OFFERS = {
  oldest: "2024-11-05",
  modern: "2026-07-28",
  future: "2099-12-31",
  garbage: "one point zero",
  empty: "",
  number: 1,
} as const;

export const versionMismatch = defineFault({
  name: "version_mismatch",
  title: "Version mismatch in the handshake",
  summary: "Answers initialize with another protocol version than the client asked for, or with none.",
  group: "life-cycle",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  eras: ["legacy"],
  methods: ["initialize"],
  params: v.strictObject({
    offer: choice(
      ["oldest", "modern", "future", "garbage", "empty", "number", "missing"],
      "What the server says that it speaks: 2024-11-05, 2026-07-28 (which has no handshake), 2099-12-31, a text that is no version, an empty text, a number, or nothing.",
    ),
  }),
  examples: [{ offer: "oldest" }, { offer: "future" }, { offer: "missing" }],
  shownWith: { method: "initialize" },
  breaks: [{ check: "LIF-05" }, { check: "LIF-06" }],
  exercises: [{ check: "LIF-07" }, { check: "LIF-09" }],
  seenIn: ["J4", "J6"],
  tolerates: ["success", "protocol_error", "invalid_message", "transport_loss"],
  robust:
    "Goes on with a version that it speaks, whatever it asked for. With any other it ends the connection and says which version was offered.",
  apply: ({ offer }) =>
    changeResult((result) =>
      offer === "missing" ? without(result, "protocolVersion") : { ...result, protocolVersion: OFFERS[offer] },
    ),
});
