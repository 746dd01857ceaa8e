import * as v from "valibot";
import type { Headers } from "../protocol/exchange.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

/** What frames the body, and what Node.js writes itself: another fault is made for the first, and the second cannot be left out. */
const FRAMING: readonly string[] = [
  "content-length",
  "transfer-encoding",
  "trailer",
  "connection",
  "keep-alive",
  "date",
];

export const responseHeader = defineFault({
  name: "response_header",
  title: "Header of the answer",
  summary: "Adds a header of your choice to the HTTP answer, sets it, says it twice, or leaves it out.",
  group: "http",
  stage: "message",
  shapes: ["http-json", "http-sse"],
  at: ["$stream", "$resume", "$notification", "$delete", "$refused"],
  params: v.strictObject({
    name: v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(256),
      v.check(
        (name) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name),
        "must be a name of letters, digits and !#$%&'*+.^_`|~-",
      ),
      v.check((name) => !FRAMING.includes(name.toLowerCase()), "must not frame the body or the connection"),
      v.description(
        `The header's name, in any case; not ${FRAMING.join(", ")} (for a wrong length there is wrong_content_length).`,
      ),
    ),
    value: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(8_192),
        v.check((value) => /^[\t\x20-\x7e]*$/.test(value), "must be ASCII without line ends"),
        v.description("Its value: ASCII without line ends. Empty unless set."),
      ),
      "",
    ),
    act: v.optional(
      choice(
        ["set", "add", "remove"],
        "set: it has this value alone. add: it is sent beside what is there already. remove: it is left out.",
      ),
      "set",
    ),
  }),
  examples: [
    { name: "MCP-Protocol-Version", value: "2024-11-05", act: "set" },
    { name: "Cache-Control", value: "", act: "remove" },
    { name: "Content-Type", value: "text/plain", act: "add" },
    { name: "WWW-Authenticate", value: "Bearer", act: "set" },
  ],
  breaks: [],
  exercises: [{ check: "LIF-08" }],
  tolerates: ["success", "invalid_message", "transport_loss"],
  robust:
    "Passes over headers that it does not know or that mean nothing in this revision, takes names in any case, and misses none that it does not need.",
  apply: ({ name, value, act }) => {
    const own: Headers = [[name, value]];
    const isOther = ([other]: readonly [string, string]): boolean => other.toLowerCase() !== name.toLowerCase();
    return async function* (frames) {
      for await (const frame of frames) {
        if (frame.kind !== "head") {
          yield frame;
          continue;
        }
        const rest = act === "add" ? frame.headers : frame.headers.filter(isOther);
        yield { ...frame, headers: act === "remove" ? rest : [...rest, ...own] };
      }
    };
  },
});
