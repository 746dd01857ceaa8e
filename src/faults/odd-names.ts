import * as v from "valibot";
import { addTools } from "./added-tools.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

const NAMES = {
  dot: ["lab.dotted"],
  slash: ["lab/slashed"],
  blank: ["lab with blanks"],
  "not-ascii": ["größe-🧪"],
  "64-characters": ["n".repeat(64)],
  "65-characters": ["n".repeat(65)],
  "128-characters": ["n".repeat(128)],
  "300-characters": ["n".repeat(300)],
  alike: ["lab.alike", "lab_alike", "lab-alike", "LAB_ALIKE"],
  empty: [""],
  digits: ["42"],
} as const;

export const oddNames = defineFault({
  name: "odd_names",
  title: "Odd tool names",
  summary: "Lists one more tool whose name is unusual, or several whose names are nearly the same; each can be called.",
  group: "lists",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  methods: ["tools/list", "tools/call"],
  params: v.strictObject({
    form: choice(
      [
        "dot",
        "slash",
        "blank",
        "not-ascii",
        "64-characters",
        "65-characters",
        "128-characters",
        "300-characters",
        "alike",
        "empty",
        "digits",
      ],
      "What is odd about the name. The rule has to act on lists and calls (tools/*, times: always).",
    ),
  }),
  examples: [{ form: "dot" }, { form: "not-ascii" }, { form: "alike" }],
  shownWith: { method: "tools/list" },
  breaks: [],
  exercises: [{ check: "RPC-15" }],
  seenIn: ["N7", "J2"],
  tolerates: ["success"],
  robust:
    "Keeps all other tools. Where it cannot offer the name it maps it, the same way every time and without two becoming one, and sends the server the name that the server gave.",
  apply: ({ form }) => addTools(NAMES[form]),
});
