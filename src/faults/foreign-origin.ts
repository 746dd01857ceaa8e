import * as v from "valibot";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

const VALUES = {
  origin: {
    foreign: "http://evil.example",
    null: "null",
    "other-port": "http://127.0.0.1:1",
    "look-alike": "http://127.0.0.1.evil.example",
  },
  host: { foreign: "evil.example", null: "null", "other-port": "127.0.0.1:1", "look-alike": "127.0.0.1.evil.example" },
} as const;

export const foreignOrigin = defineFault({
  name: "foreign_origin",
  title: "Request from a foreign page",
  summary:
    "The client's request says that it comes from a page of another origin, or that it is meant for another host.",
  group: "requests",
  stage: "message",
  direction: "to-server",
  shapes: ["http-json"],
  at: ["$stream", "$resume", "$delete"],
  params: v.strictObject({
    header: choice(["origin", "host"], "Which header says so."),
    value: v.optional(
      choice(
        ["foreign", "null", "other-port", "look-alike"],
        "What it says: a foreign name, null, this machine at another port (which is good), or a foreign name that begins like this machine.",
      ),
      "foreign",
    ),
  }),
  examples: [
    { header: "origin", value: "foreign" },
    { header: "host", value: "look-alike" },
  ],
  breaks: [],
  exercises: [{ check: "ORG-01" }],
  seenIn: ["L4", "L5"],
  tolerates: ["protocol_error", "success"],
  robust: "Answers 403 to a foreign origin, carries nothing out, and serves the next request.",
  apply: ({ header, value }) =>
    async function* (frames) {
      for await (const frame of frames) {
        if (frame.kind !== "request") yield frame;
        else {
          const others = frame.headers.filter(([name]) => name.toLowerCase() !== header);
          yield { ...frame, headers: [...others, [header === "origin" ? "Origin" : "Host", VALUES[header][value]]] };
        }
      }
    },
});
