import * as v from "valibot";
import { SESSION_IDLE_MS } from "../base/limits.ts";
import { within } from "../base/within.ts";
import { defineFault } from "./define-fault.ts";

export const initializedIgnored = defineFault({
  name: "initialized_ignored",
  title: "Handshake that never ends",
  summary: "Answers initialize, and never takes note of the client's notification that it is ready.",
  group: "life-cycle",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  eras: ["legacy"],
  methods: ["initialize"],
  params: v.strictObject({}),
  examples: [{}],
  shownWith: { method: "initialize" },
  breaks: [],
  exercises: [{ check: "LIF-02" }, { check: "LIF-04" }],
  seenIn: ["J15"],
  tolerates: ["success"],
  robust: "Makes its requests once it has sent the notification; that no list change is ever told does no harm.",
  apply: () =>
    async function* (frames, wire) {
      yield* frames;
      // The inbound side acts as long as the exchange lasts. A client that is gone must not keep its session for ever.
      await within(wire.clock, SESSION_IDLE_MS, wire.over, (signal) =>
        wire.seen((message) => message.method === INITIALIZED, signal),
      );
    },
  inbound: () => (message) => (message.method === INITIALIZED ? "withhold" : "pass"),
});

const INITIALIZED = "notifications/initialized";
