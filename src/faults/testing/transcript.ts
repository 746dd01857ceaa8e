import { Buffer } from "node:buffer";
import type { Frame } from "../../wire/frame.ts";
import type { FaultRun, RunFrame } from "./run-fault.ts";

/** Longest text of one frame that is shown whole, in characters. */
const MAX_SHOWN = 400;

/** A run as text that people can read and compare: one line a frame, then how it ended. */
export function transcript(run: FaultRun): string {
  const { exchange, withheld, pendingTimers, errors } = run;
  const session = exchange.session === undefined ? "" : `, session ${exchange.session}`;
  const lines = [`${exchange.shape ?? "no head"}, ${exchange.era} era${session}`];
  if (exchange.request !== undefined) lines.push(`  request   ${shorten(JSON.stringify(exchange.request))}`);
  lines.push(...run.frames.map(line));
  lines.push(...withheld.map((message) => `  withheld  ${JSON.stringify(message)}`));
  lines.push(...errors.map((error) => `  defect    ${error}`));
  const ended =
    run.endedBy === "nothing" ? "has not ended" : `ended by ${ENDINGS[run.endedBy]} at ${run.endedAtMs ?? 0} ms`;
  lines.push(`  ${ended}${pendingTimers === 0 ? "" : `, ${pendingTimers} timers left`}`);
  return `${lines.join("\n")}\n`;
}

const ENDINGS = { itself: "itself", cancel: "the cancel", stop: "the stop of the lab" };

function line({ atMs, frame, fault }: RunFrame): string {
  const mark = fault === undefined ? "" : `   <- ${fault}`;
  return `${String(atMs).padStart(7)} ms  ${show(frame)}${mark}`;
}

function show(frame: Frame): string {
  switch (frame.kind) {
    case "head":
      return `head ${frame.status} ${frame.headers.map(([name, value]) => `${name}: ${value}`).join("; ")}`;
    case "request":
      return `request ${frame.method} ${frame.target}`;
    case "bytes":
      return `write ${text(frame.bytes)}${frame.more === true ? " …" : ""}`;
    case "raw":
      return `raw ${text(frame.bytes)}`;
    case "stderr":
      return `stderr ${text(frame.bytes)}`;
    case "session":
      return frame.act === "forget" ? "session forgotten" : `session becomes ${frame.revision}`;
    case "close": {
      const code = frame.code === undefined ? "" : ` ${frame.code}`;
      return `close ${frame.how}${code}${frame.signal === undefined ? "" : ` ${frame.signal}`}`;
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
  return shorten(typeof bytes === "string" ? bytes : Buffer.from(bytes).toString())
    .replace(/\n/g, "\\n")
    .replace(/\r/g, "\\r");
}

function shorten(shown: string): string {
  if (shown.length <= MAX_SHOWN) return shown;
  const half = MAX_SHOWN / 4;
  return `${shown.slice(0, half)} … ${shown.length - 2 * half} characters … ${shown.slice(-half)}`;
}
