// Calls that their client gives up, by a cancel or by going away.
import { pause } from "../deadline.mjs";
import { LineClient } from "../line-client.mjs";
import { EVERYWHERE, ON_HTTP, ON_LINES, toolCall } from "./call.mjs";

/** @typedef {import("../kinds.mjs").Kind} Kind */
/** @typedef {import("../kinds.mjs").Seat} Seat */

/**
 * A call that would take for ever, and is cancelled. On stdio nothing comes; on a session its response ends without an answer; where
 * the closed request is the cancel there is nobody left to read.
 * @param {string} name
 * @param {string} tool
 * @param {Record<string, unknown>} args
 * @returns {Kind}
 */
const cancelling = (name, tool, args) => ({
  name,
  tool,
  weight: 4,
  groups: EVERYWHERE,
  async run({ client, era, group, random }) {
    const record = client.request(era, "tools/call", toolCall(tool, args));
    await pause(random.below(20));
    await client.cancel(era, record);
    if (client.transport === "stdio") return [{ record, effect: "" }];
    await record.isFinished();
    return [{ record, effect: group === "session" ? "end" : "aborted" }];
  },
});

/** @param {Seat} seat */
async function cancelWhenArmed({ client, era }) {
  const record = client.request(era, "tools/call", toolCall("response_after_cancellation", {}), { token: true });
  await record.hasWords(1);
  await client.cancel(era, record);
  await record.hasWords(2);
  return [{ record, effect: "progress:1 answered_after_cancellation" }];
}

/** @type {readonly Kind[]} */
export const CANCELS = [
  cancelling("delay, cancelled", "delay", { delayMs: 30_000 }),
  cancelling("hang, cancelled", "hang", {}),
  {
    name: "response_after_cancellation",
    tool: "response_after_cancellation",
    weight: 4,
    groups: ON_LINES,
    run: cancelWhenArmed,
  },
  {
    name: "response_after_cancellation, not cancelled",
    tool: "response_after_cancellation",
    weight: 0,
    groups: ON_LINES,
    async run({ client, era }) {
      const record = client.request(era, "tools/call", toolCall("response_after_cancellation", {}), { token: true });
      await record.hasWords(2);
      return [{ record, effect: "progress:1 failed:not_cancelled" }];
    },
  },
  {
    name: "a request whose client goes away",
    tool: "delay",
    weight: 4,
    groups: ON_HTTP,
    async run({ client, era, group, random }) {
      if (client instanceof LineClient) return [];
      // On a session a closed request is no cancel: the call goes on to its end, which must not be far.
      const delayMs = group === "session" ? 1_000 : 30_000;
      const record = client.request(era, "tools/call", toolCall("delay", { delayMs }));
      await pause(random.below(10));
      await client.abort(record);
      await record.isFinished();
      return [{ record, effect: "aborted" }];
    },
  },
  {
    name: "subscriptions/listen, given up",
    weight: 2,
    groups: ["line", "modern"],
    async run({ client, era }) {
      if (era === "legacy") return [];
      const params = { notifications: { toolsListChanged: true } };
      const record = client.request(era, "subscriptions/listen", params);
      await record.hasWords(1);
      await client.cancel(era, record);
      const word = "notifications/subscriptions/acknowledged";
      if (client.transport === "stdio") return [{ record, effect: word }];
      await record.isFinished();
      return [{ record, effect: `${word} aborted` }];
    },
  },
];
