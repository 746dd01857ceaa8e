import type { FaultDeclaration } from "./define-fault.ts";
import { delay } from "./delay.ts";
import { disconnect } from "./disconnect.ts";
import { duplicateResponse } from "./duplicate-response.ts";
import { hang } from "./hang.ts";
import { invalidProgress } from "./invalid-progress.ts";
import { malformedMessage } from "./malformed-message.ts";
import { oversizedResponse } from "./oversized-response.ts";
import { protocolPingLiveness } from "./protocol-ping-liveness.ts";
import { responseAfterCancellation } from "./response-after-cancellation.ts";
import { sessionLoss } from "./session-loss.ts";

/** The faults that have a tool (SPEC 3.1), in the order in which it is listed. */
export const FAULT_TOOLS: readonly FaultDeclaration[] = [
  delay,
  hang,
  disconnect,
  malformedMessage,
  duplicateResponse,
  responseAfterCancellation,
  sessionLoss,
  protocolPingLiveness,
  oversizedResponse,
  invalidProgress,
];
