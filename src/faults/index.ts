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

/** Every fault of the lab, in the order in which it is listed everywhere. */
export const FAULTS: readonly FaultDeclaration[] = [
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

const BY_NAME: ReadonlyMap<string, FaultDeclaration> = new Map(FAULTS.map((fault) => [fault.name, fault]));

/** The fault of that name; undefined where there is none. */
export function faultNamed(name: string): FaultDeclaration | undefined {
  return BY_NAME.get(name);
}
