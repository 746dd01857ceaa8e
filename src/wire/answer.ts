import { isResponse } from "../protocol/json-rpc.ts";
import type { Frame, MessageFrame } from "./frame.ts";

/** A message that answers the exchange's request, not one on the way to the answer. */
export function isAnswer(frame: Frame): frame is MessageFrame {
  return frame.kind === "message" && isResponse(frame.message);
}
