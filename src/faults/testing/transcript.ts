import { Buffer, isUtf8 } from "node:buffer";
import type { Frame } from "../../wire/frame.ts";
import type { FaultRun, Received } from "./run-fault.ts";

/** Longest text of one frame that is shown whole, in characters. */
const MAX_SHOWN = 400;

/** A run as text that people can read and compare: one line for each thing that happened, then how it ended. */
export function transcript(run: FaultRun): string {
  const { exchange, pendingTimers, errors, endedBy, endedAtMs = 0 } = run;
  const session = exchange.session === undefined ? "" : `, session ${exchange.session}`;
  const [sender, peer] = exchange.direction === "to-client" ? ["server", "client"] : ["client", "server"];
  // What the peer does comes first where times are equal: the rest is the answer to it.
  const lines = [
    ...(exchange.direction === "to-client" && exchange.request !== undefined
      ? [{ atMs: 0, text: `${peer}  ${shorten(JSON.stringify(exchange.request))}` }]
      : []),
    ...run.received.map((each) => ({ atMs: each.atMs, text: `${peer}  ${showReceived(each)}` })),
    ...run.frames.map(({ atMs, frame, fault }) => {
      const mark = fault === undefined ? "" : `   [${fault}]`;
      return { atMs, text: `${frame.kind === "stderr" ? "stderr" : sender}  ${show(frame)}${mark}` };
    }),
  ].sort((a, b) => a.atMs - b.atMs);
  const ended = endedBy === "nothing" ? "has not ended" : `ended by ${ENDINGS[endedBy]}, ${endedAtMs} ms`;
  return [
    `${exchange.shape ?? "http"}, ${exchange.era} era${session}`,
    ...lines.map(({ atMs, text: shown }) => `${String(atMs).padStart(6)} ms  ${shown}`),
    ...errors.map((error) => `defect: ${error}`),
    `${ended}${pendingTimers === 0 ? "" : `, ${pendingTimers} timers left`}`,
    "",
  ].join("\n");
}

const CLOSINGS = { end: "ends the answer", cut: "cuts the connection", reset: "resets the connection", exit: "exits" };
const ENDINGS = { itself: "itself", cancel: "the cancel", stop: "the stop of the lab" };

function showReceived({ message, withheld }: Received): string {
  if (message === undefined) return "closes the request";
  return `${shorten(JSON.stringify(message))}${withheld ? "   [withheld from the server]" : ""}`;
}

function show(frame: Frame): string {
  switch (frame.kind) {
    case "head":
      return `${frame.status} ${frame.headers.map(([name, value]) => `${name}: ${value}`).join("; ")}`;
    case "request":
      return `${frame.method} ${frame.target}`;
    case "bytes":
      return `${text(frame.bytes)}${frame.more === true ? " …" : ""}`;
    case "raw":
      return `raw ${text(frame.bytes)}`;
    case "stderr":
      return text(frame.bytes);
    case "input":
      return "reads one piece";
    case "outage":
      return `the listener is gone for ${frame.downMs} ms, its sessions are ${frame.sessions}`;
    case "standing":
      return `on the standing stream of the session: ${JSON.stringify(frame.message)}`;
    case "session":
      return frame.act === "forget" ? "forgets the session" : `session becomes ${frame.revision}`;
    case "close": {
      const code = frame.code === undefined ? "" : ` with code ${frame.code}`;
      return `${CLOSINGS[frame.how]}${code}${frame.signal === undefined ? "" : ` ${frame.signal}`}`;
    }
    case "message":
    case "prime":
    case "comment":
      throw new Error(`a ${frame.kind} frame has not been encoded`);
    default:
      return frame satisfies never;
  }
}

function text(bytes: Uint8Array | string): string {
  // What is no UTF-8 (half a character, a compressed body) is shown byte by byte.
  const shown = typeof bytes === "string" ? bytes : Buffer.from(bytes).toString(isUtf8(bytes) ? "utf8" : "latin1");
  const plain = typeof bytes === "string" || isUtf8(bytes);
  return shorten(shown)
    .replace(/\n/g, "\\n")
    .replace(/\r/g, "\\r")
    .replace(plain ? UNPRINTABLE : NOT_ASCII, (character) => {
      const code = character.charCodeAt(0);
      return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16)}`;
    });
}

// oxlint-disable-next-line no-control-regex -- these are what cannot be shown
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\ufeff\u200d]/g;
// oxlint-disable-next-line no-control-regex -- as above
const NOT_ASCII = /[^\u0020-\u007e]/g;

function shorten(shown: string): string {
  if (shown.length <= MAX_SHOWN) return shown;
  const half = MAX_SHOWN / 4;
  return `${shown.slice(0, half)} … ${shown.length - 2 * half} characters … ${shown.slice(-half)}`;
}
