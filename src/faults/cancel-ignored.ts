import * as v from "valibot";
import { cancels } from "./cancels.ts";
import { defineFault } from "./define-fault.ts";

export const cancelIgnored = defineFault({
  name: "cancel_ignored",
  title: "Cancel without effect",
  summary: "Works on as if the client had not cancelled the request, and answers it in its own time.",
  group: "messages",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  needs: ["cancel-message"],
  params: v.strictObject({}),
  examples: [{}],
  breaks: [{ check: "CAN-08" }, { check: "CAN-10" }, { check: "CAN-12" }],
  exercises: [{ check: "CAN-15" }],
  seenIn: ["B1", "F12", "B4"],
  tolerates: ["success", "timeout", "cancelled"],
  robust: "Waits for nothing after its cancel, drops the answer that comes all the same, and uses the connection on.",
  apply: () => (frames) => frames,
  inbound:
    () =>
    (message, { exchange }) =>
      cancels(message, exchange) ? "withhold" : "pass",
});
