// The call during which the server pings its client.
import { calling, expectWords, toolCall } from "./call.mjs";

/** @typedef {import("../kinds.mjs").Kind} Kind */

const TOOL = "protocol_ping_liveness";
const SUCCEEDED = "protocol_ping_succeeded";
const FAILED = "failed:protocol_ping_failed";
const SHORT = { pingAfterMs: 0, livenessTimeoutMs: 20 };
const CLOSING = { ...SHORT, closeOnFailure: true };

/** @type {readonly Kind[]} */
export const PINGS = [
  {
    name: "protocol_ping_liveness on stdio",
    tool: TOOL,
    weight: 3,
    groups: ["line", "mortal"],
    run: (seat) => {
      const args = { pingAfterMs: 5, livenessTimeoutMs: 10_000, completionDelayMs: 5 };
      return expectWords(seat, "tools/call", toolCall(TOOL, args), [seat.era === "legacy" ? SUCCEEDED : FAILED]);
    },
  },
  calling(TOOL, { pingAfterMs: 5, livenessTimeoutMs: 10_000, completionDelayMs: 5 }, ["ping", SUCCEEDED], {
    name: "protocol_ping_liveness, answered",
    groups: ["session"],
    answersPing: true,
  }),
  calling(TOOL, SHORT, ["ping", FAILED], {
    name: "protocol_ping_liveness, not answered",
    groups: ["session", "stateless"],
  }),
  calling(TOOL, CLOSING, ["ping", "cut"], {
    name: "protocol_ping_liveness, not answered, closing",
    groups: ["session", "stateless"],
  }),
  calling(TOOL, SHORT, [FAILED], { name: "protocol_ping_liveness without a ping", groups: ["modern"] }),
  calling(TOOL, CLOSING, ["cut"], { name: "protocol_ping_liveness without a ping, closing", groups: ["modern"] }),
];
