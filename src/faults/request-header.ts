import { Buffer } from "node:buffer";
import * as v from "valibot";
import type { Headers } from "../protocol/exchange.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

/** The headers, as the client writes them, each with a value that contradicts what is right. */
const HEADERS = {
  version: { name: "MCP-Protocol-Version", wrong: "2099-12-31" },
  method: { name: "Mcp-Method", wrong: "lab/other" },
  name: { name: "Mcp-Name", wrong: "lab-other" },
  session: { name: "Mcp-Session-Id", wrong: "lab-unknown-session" },
  accept: { name: "Accept", wrong: "text/html" },
  "content-type": { name: "Content-Type", wrong: "text/plain" },
} as const;

const CHANGES: Readonly<
  Record<
    "missing" | "empty" | "wrong" | "twice" | "upper-case" | "upper-case-value" | "with-parameter" | "any" | "base64",
    (name: string, value: string, wrong: string) => Headers
  >
> = {
  missing: () => [],
  empty: (name) => [[name, ""]],
  wrong: (name, _, wrong) => [[name, wrong]],
  twice: (name, value, wrong) => [
    [name, value],
    [name, wrong],
  ],
  "upper-case": (name, value) => [[name.toUpperCase(), value]],
  "upper-case-value": (name, value) => [[name, value.toUpperCase()]],
  "with-parameter": (name, value) => [[name, value.replace(/[^\s,]+/g, (each) => `${each}; charset=utf-8`)]],
  any: (name) => [[name, "*/*"]],
  base64: (name, value) => [[name, `=?base64?${Buffer.from(value).toString("base64")}?=`]],
};

export const requestHeader = defineFault({
  name: "request_header",
  title: "Header of a request that is wrong",
  summary: "The client's request lacks a header, or carries it empty, wrong, twice or in another form.",
  group: "requests",
  stage: "message",
  direction: "to-server",
  shapes: ["http-json"],
  at: ["$stream", "$resume", "$delete"],
  params: v.strictObject({
    header: choice(
      ["version", "method", "name", "session", "accept", "content-type"],
      "Which: MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Accept or Content-Type.",
    ),
    as: choice(
      ["missing", "empty", "wrong", "twice", "upper-case", "upper-case-value", "with-parameter", "any", "base64"],
      'How: not there, without a value, with one that contradicts the body, twice with two values, with its name in capital letters (which is good), with its value in capital letters or with "charset=utf-8" behind each media type (good for Content-Type and Accept), as "*/*" (good for Accept), or wrapped in Base64 (good for names).',
    ),
  }),
  examples: [
    { header: "version", as: "missing" },
    { header: "name", as: "wrong" },
    { header: "accept", as: "missing" },
    { header: "session", as: "wrong" },
    { header: "content-type", as: "with-parameter" },
  ],
  breaks: [{ check: "LIF-08" }, { check: "RPC-15" }, { check: "SES-03" }, { check: "SSE-02" }],
  exercises: [
    { check: "LIF-10" },
    { check: "LIF-35" },
    { check: "RPC-16" },
    { check: "RPC-17" },
    { check: "RPC-18" },
    { check: "SES-05" },
  ],
  seenIn: ["J2", "J6", "J7", "J12", "J14", "L11", "E3"],
  tolerates: ["success", "protocol_error"],
  robust:
    "Refuses what is missing, wrong or twice with the status and the code of its revision, and carries nothing out. Capital letters, parameters of a media type, */* and Base64 around a name change nothing.",
  apply: ({ header, as }) => {
    const { name, wrong } = HEADERS[header];
    const isNamed = ([each]: readonly [string, string]) => each.toLowerCase() === name.toLowerCase();
    return async function* (frames) {
      for await (const frame of frames) {
        if (frame.kind !== "request") {
          yield frame;
          continue;
        }
        const value = frame.headers.find(isNamed)?.[1];
        // A header that is not due is not sent in another form; a wrong one may well be sent where none is due.
        const isDue = value !== undefined || as === "wrong" || as === "empty";
        const changed = isDue ? CHANGES[as](name, value ?? "", wrong) : [];
        yield { ...frame, headers: [...frame.headers.filter((each) => !isNamed(each)), ...changed] };
      }
    };
  },
});
