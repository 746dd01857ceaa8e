import type { Socket } from "node:net";
import { systemClock } from "../../base/clock.ts";
import { RESET_GAP_MS } from "../../base/limits.ts";

/** Cuts a connection after what was written has left, and been read: what the client got before the end is part of the fault. */
export async function cutSocket(socket: Socket, how: "fin" | "reset"): Promise<void> {
  if (socket.destroyed) return;
  // A cut right after a write would take the written bytes with it.
  if (socket.writableLength > 0) await new Promise<void>((resolve) => socket.write("", () => resolve()));
  if (how === "fin") {
    socket.destroy();
    return;
  }
  // Some systems throw away what has not been read when a reset arrives, and Node.js tells of a mere end when both arrive at once.
  if (socket.bytesWritten > 0) await systemClock.sleep(RESET_GAP_MS);
  socket.resetAndDestroy();
}
