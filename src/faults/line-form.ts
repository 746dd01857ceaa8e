import { Buffer } from "node:buffer";
import * as v from "valibot";
import { bytesOf } from "./body-length.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

/** Other ways to write the same line. */
const FORMS = {
  crlf: (line: string) => line.replace(/\n$/, "\r\n"),
  "blank-lines": (line: string) => `\n\r\n${line}\n`,
  spaces: (line: string) => `  ${line.replace(/\n$/, " \t\n")}`,
  "pretty-print": prettyPrinted,
  "length-header": (line: string) => `Content-Length: ${Buffer.byteLength(line)}\r\n\r\n${line}`,
} as const;

export const lineForm = defineFault({
  name: "line_form",
  title: "Lines in another form",
  summary: "Writes each message as another line than is usual, or as several.",
  group: "bytes",
  stage: "bytes",
  shapes: ["stdio"],
  at: ["$stream"],
  params: v.strictObject({
    form: choice(
      ["crlf", "blank-lines", "spaces", "pretty-print", "length-header"],
      "crlf: the line ends in CR LF. blank-lines: around it. spaces: before and after the message. pretty-print: the message takes several lines. length-header: a header before it, as other protocols have it. The last two break the framing.",
    ),
  }),
  examples: [{ form: "crlf" }, { form: "blank-lines" }, { form: "pretty-print" }],
  breaks: [{ check: "STD-01" }, { check: "STD-02" }],
  exercises: [{ check: "TMO-01" }],
  seenIn: ["F7", "F8"],
  tolerates: ["success", "invalid_message", "timeout"],
  robust:
    "Reads a line with other blanks as the same message. Lines that are no message it reports and skips; the next call works.",
  apply: ({ form }) =>
    async function* (frames) {
      let isInside = false;
      for await (const frame of frames) {
        // A message that another fault has cut to pieces has no form to change, nor has its last piece.
        const isWhole = frame.kind === "bytes" && frame.of !== undefined && frame.more !== true && !isInside;
        if (frame.kind === "bytes") isInside = frame.more === true;
        yield isWhole ? { ...frame, bytes: FORMS[form](bytesOf(frame).toString()) } : frame;
      }
    },
});

/** What another fault has broken, or glued together, stays as it is. */
function prettyPrinted(line: string): string {
  try {
    return `${JSON.stringify(JSON.parse(line), undefined, 2)}\n`;
  } catch {
    return line;
  }
}
