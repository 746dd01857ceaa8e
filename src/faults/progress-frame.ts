import { notification } from "../protocol/json-rpc.ts";
import type { MessageFrame } from "../wire/frame.ts";

/** One progress notification, as a frame of its own. */
export function progressFrame(progressToken: string | number, progress: number): MessageFrame {
  return { kind: "message", message: notification("notifications/progress", { progressToken, progress }) };
}
