import * as v from "valibot";
import type { Exchange } from "../protocol/exchange.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

const IDS = {
  empty: () => "",
  blanks: (id: string) => `${id.slice(0, 8)} ${id.slice(8)}`,
  "not-ascii": (id: string) => `${id}\u00e9`,
  long: (id: string) => id.padEnd(4_096, "x"),
  unknown: (_: string, { sequence }: Exchange) => `lab-session-${sequence}`,
} as const;

export const oddSessionId = defineFault({
  name: "odd_session_id",
  title: "Odd session id",
  summary:
    "The answer to initialize opens a session under an id that is not its own, cannot be sent back, or is not there.",
  group: "sessions",
  stage: "message",
  shapes: ["http-json", "http-sse"],
  eras: ["legacy"],
  needs: ["session"],
  methods: ["initialize"],
  params: v.strictObject({
    id: choice(
      ["missing", "empty", "blanks", "not-ascii", "long", "unknown"],
      "No id, an empty one, one with a blank or with a letter beyond ASCII, one of 4096 characters, or one that the server does not know itself: the next request gets 404.",
    ),
  }),
  examples: [{ id: "missing" }, { id: "unknown" }, { id: "not-ascii" }],
  shownWith: { method: "initialize" },
  breaks: [{ check: "SES-01" }, { check: "SES-02" }],
  exercises: [{ check: "SES-03" }, { check: "SES-06" }],
  seenIn: ["E1", "J12"],
  tolerates: ["success", "protocol_error", "invalid_message"],
  robust:
    "Works without a session where there is no id. It refuses an id with characters that are not allowed, and opens a session again, a bounded number of times, where its id is not known.",
  apply: ({ id }) =>
    async function* (frames, { exchange }) {
      for await (const frame of frames) {
        if (frame.kind !== "head") {
          yield frame;
          continue;
        }
        const headers = frame.headers.flatMap(([name, value]) => {
          if (name.toLowerCase() !== "mcp-session-id") return [[name, value] as const];
          return id === "missing" ? [] : [[name, IDS[id](value, exchange)] as const];
        });
        yield { ...frame, headers };
      }
    },
});
