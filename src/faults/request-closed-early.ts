import type { Buffer } from "node:buffer";
import * as v from "valibot";
import type { RequestFrame } from "../wire/frame.ts";
import { bytesOf } from "./body-length.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

export const requestClosedEarly = defineFault({
  name: "request_closed_early",
  title: "Request that its client closes",
  summary:
    "The client hangs up: after the head of its request, in the middle of the body, or as soon as all of it is sent.",
  group: "requests",
  stage: "bytes",
  direction: "to-server",
  shapes: ["http-json"],
  params: v.strictObject({
    after: choice(["head", "half", "all"], "What has been sent before."),
  }),
  examples: [{ after: "head" }, { after: "half" }, { after: "all" }],
  breaks: [],
  exercises: [{ check: "CAN-04" }, { check: "CAN-06" }, { check: "CAN-07" }],
  seenIn: ["H1", "H4"],
  tolerates: ["transport_loss", "cancelled"],
  robust:
    "Carries nothing out of a request that it has not read whole. One that it has read it works on in the legacy era, and stops in the modern era, where hanging up is the cancel. It serves the next request.",
  apply: ({ after }) =>
    async function* (frames) {
      let length = 0;
      const bodies: Buffer[] = [];
      let head: RequestFrame | undefined;
      for await (const frame of frames) {
        if (frame.kind === "request") head = frame;
        else if (frame.kind !== "bytes") yield frame;
        else {
          bodies.push(bytesOf(frame));
          length += bytesOf(frame).length;
        }
      }
      if (head === undefined) return;
      // The head promises the whole body, whatever comes of it.
      yield { ...head, headers: [...head.headers, ["Content-Length", String(length)]] };
      for (const bytes of bodies) {
        if (after !== "head")
          yield { kind: "bytes", bytes: after === "half" ? bytes.subarray(0, bytes.length >> 1) : bytes };
      }
      yield { kind: "close", how: "cut" };
    },
});
