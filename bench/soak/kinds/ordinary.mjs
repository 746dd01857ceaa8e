// What goes right, and what is refused.
import { LineClient } from "../line-client.mjs";
import { calling, EVERYWHERE, expectWords, ON_HTTP, ON_LINES, toolCall } from "./call.mjs";

/** @typedef {import("../kinds.mjs").Kind} Kind */

const LARGEST = 262_144;
const USUAL = 8_192;

/**
 * @param {string} method
 * @param {Record<string, string>} params
 * @param {readonly string[]} [words]
 * @returns {Kind}
 */
const asking = (method, params, words = ["result"]) => ({
  name: `${method} ${params["name"] ?? params["uri"] ?? ""}`.trim(),
  weight: 1,
  groups: EVERYWHERE,
  run: (seat) => expectWords(seat, method, params, words),
});

/** @type {readonly Kind[]} */
export const ORDINARY = [
  calling("ping", {}, ["ok"], { weight: 8 }),
  {
    name: "delay",
    tool: "delay",
    weight: 4,
    groups: EVERYWHERE,
    run: (seat) => expectWords(seat, "tools/call", toolCall("delay", { delayMs: seat.random.below(30) }), ["delayed"]),
  },
  {
    name: "oversized_response",
    tool: "oversized_response",
    weight: 3,
    groups: EVERYWHERE,
    run: (seat) => {
      const sizeBytes = seat.random.below(8) === 0 ? seat.random.below(LARGEST + 1) : seat.random.below(USUAL);
      return expectWords(seat, "tools/call", toolCall("oversized_response", { sizeBytes }), [`x:${sizeBytes}`]);
    },
  },
  asking("tools/list", {}),
  asking("resources/list", {}),
  asking("resources/read", { uri: "lab://greetings" }),
  asking("prompts/list", {}),
  // These two stand in plan.json.
  asking("prompts/get", { name: "hello" }, ["result", "result"]),
  asking("resources/read", { uri: "lab://about" }, ["no-jsonrpc result"]),
  calling("delay", { delayMs: 30_001 }, ["tool-error"], { name: "an argument beyond its limit" }),
  calling("no_such_tool", {}, ["error:-32602"], { name: "an unknown tool", groups: ["line", "mortal"] }),
  calling("session_loss", { activation: "after_response" }, ["error:-32602"], {
    name: "session_loss where there is none",
    groups: ["line", "mortal", "stateless", "modern"],
  }),
  calling("response_after_cancellation", {}, ["error:-32602"], {
    name: "response_after_cancellation where it is not",
    groups: ON_HTTP,
  }),
  {
    name: "a line that is no JSON",
    weight: 1,
    groups: ON_LINES,
    run: ({ client }) => {
      if (client instanceof LineClient) client.raw(`{"jsonrpc":`);
      return Promise.resolve([{ record: { effect: "" }, effect: "", unclaimed: "error:-32700" }]);
    },
  },
  {
    name: "a body that is no JSON",
    weight: 1,
    groups: ON_HTTP,
    run: async ({ client }) => {
      const record = client.transport === "http" ? client.raw(`{"jsonrpc":`) : undefined;
      if (record === undefined) return [];
      await record.isFinished();
      return [{ record, effect: "400 error:-32700 end" }];
    },
  },
];
