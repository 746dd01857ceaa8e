import type { Shape } from "../../protocol/exchange.ts";
import type { Inbound, Transform } from "../../wire/transform.ts";
import type { FaultTool } from "../fault-tool.ts";

/** What a fault needs to be run: every declaration has it. */
export interface RunnableFault<P> {
  readonly name: string;
  readonly stage: "message" | "bytes";
  readonly direction?: "to-client" | "to-server" | "both";
  readonly shapes: readonly Shape[];
  shapesWith?(params: P): readonly Shape[];
  readonly maxMs?: number;
  apply(params: P): Transform;
  inbound?(params: P): Inbound;
  readonly tool?: FaultTool<P>;
}
