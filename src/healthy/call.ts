import type { PingOutcome, ToolCall } from "../faults/fault-tool.ts";
import type { JsonObject, Json } from "../protocol/json.ts";
import type { Refusal } from "./refusal.ts";
import type { Input, InputRequired } from "./input-required.ts";
import type { LogLevel } from "./log-level.ts";

/** What a tool, a prompt or a resource may know and do while it works on one request. */
export interface Call extends ToolCall {
  /** What the client declared that it can be asked for. */
  readonly clientCapabilities: JsonObject;
  /** The answers to what was asked in an earlier round. */
  readonly input: Input;
  ping(timeoutMs: number): Promise<PingOutcome>;
  /** Sends a progress notification; nothing where the client gave no token. */
  progress(progress: number, total?: number, message?: string): void;
  /** Sends a log message; nothing where the client does not want that level. */
  log(level: LogLevel, data: Json, logger?: string): void;
  /** Closes the answering stream while the work goes on; nothing where that cannot be (see `Channel.detach`). */
  detach(): void;
}

/** What working on a request can yield. */
export type Answer<R extends JsonObject = JsonObject> = R | InputRequired | Refusal;
