import { clip } from "../base/clip.ts";
import type { Clock } from "../base/clock.ts";
import type { Exchange } from "../protocol/exchange.ts";
import type { JsonObject } from "../protocol/json.ts";

/** The healthy half of a fault's tool: what the tool would answer if nothing went wrong. */
export interface FaultTool<P> {
  /** For whoever reads the tool list. */
  readonly description: string;
  answer(args: P, call: ToolCall): ToolResult | Promise<ToolResult>;
  /** Listed and callable only where this holds, beyond the fault's shapes, eras and needs. */
  readonly only?: "serve" | undefined;
}

/** What a tool may know and do while it works on one call. */
export interface ToolCall {
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly progressToken: string | number | undefined;
  /** Sends a protocol `ping` to the client on this call's own stream and says what came of it within `timeoutMs`. */
  ping(timeoutMs: number): Promise<PingOutcome>;
}

/** `unsupported`: method not found, or a revision without ping. `invalid_response`: any other answer than an empty result. */
export type PingOutcome = "success" | "unsupported" | "invalid_response" | "timeout" | "cancelled";

/** A tool's result, without what the era adds to it. */
export interface ToolResult extends JsonObject {
  readonly content: readonly JsonObject[];
  readonly isError?: boolean;
}

/** The usual result of a fault tool: one text item that holds JSON with a `status`. */
export function statusResult(status: JsonObject & { status: string }, isError = false): ToolResult {
  const content = [{ type: "text", text: JSON.stringify(status) }];
  return isError ? { content, isError: true } : { content };
}

/** An error result whose text says what was wrong. */
export function errorResult(text: string): ToolResult {
  return { content: [{ type: "text", text: clip(text) }], isError: true };
}
