import { MAX_SUBSCRIPTIONS } from "../../base/limits.ts";
import { ERROR_CODES, notification, result } from "../../protocol/json-rpc.ts";
import { subscriptionTag, type Listener } from "../announcer.ts";
import type { Method } from "../method.ts";
import { Refusal } from "../refusal.ts";
import { stamp } from "../stamp.ts";
import { readFilter } from "../subscription-filter.ts";

/**
 * Opens a stream of changes. It is acknowledged before anything else is sent on it, and answered only when the server ends it; the
 * client ends it by a cancel.
 */
export const listen: Method = {
  run(call) {
    const { channel, core, exchange, peer, request } = call;
    const filter = readFilter(call.params.notifications);
    if (filter instanceof Refusal) return filter;
    if (core.announcer.listening >= MAX_SUBSCRIPTIONS)
      return new Refusal(ERROR_CODES.internalError, `At most ${MAX_SUBSCRIPTIONS} subscriptions can be open`);
    const tag = subscriptionTag(request.id);
    return new Promise((resolve) => {
      const onCancel = () => {
        core.announcer.unlisten(listener);
        resolve("taken");
      };
      const listener: Listener = {
        peer,
        filter,
        tag,
        send: (message) => channel.send(message),
        // At once: what comes next may be the end of the connection.
        end() {
          exchange.cancelled.removeEventListener("abort", onCancel);
          peer.inFlight.delete(exchange);
          channel.answer(result(request.id, stamp(core, { _meta: tag }, false)));
          resolve("taken");
        },
      };
      exchange.cancelled.addEventListener("abort", onCancel, { once: true });
      channel.send(
        notification("notifications/subscriptions/acknowledged", { notifications: filter.granted, _meta: tag }),
      );
      core.announcer.listen(listener);
    });
  },
};
