import type { Clock } from "../../base/clock.ts";
import { KEEP_ALIVE_MS } from "../../base/limits.ts";
import type { HttpReply } from "./http-reply.ts";

/** Writes a comment on an idle event stream from time to time, so that nothing between the peers takes it for dead. Returns how to stop. */
export function keepAlive(reply: HttpReply, clock: Clock): () => void {
  let cancel: () => void = () => undefined;
  const next = () => {
    cancel = clock.after(
      KEEP_ALIVE_MS,
      () => {
        if (reply.isEnded) return;
        reply.comment("keep-alive");
        next();
      },
      { unref: true },
    );
  };
  next();
  return () => cancel();
}
