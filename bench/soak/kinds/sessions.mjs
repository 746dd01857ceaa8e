// Sessions that come and go while others last.
import { HttpClient } from "../http-client.mjs";
import { toolCall } from "./call.mjs";

/** @typedef {import("../kinds.mjs").Kind} Kind */
/** @typedef {import("../kinds.mjs").Seat} Seat */

const GONE = "404 error:-32001 end";

/**
 * @param {Seat} seat
 * @param {(client: HttpClient) => Promise<readonly import("../kinds.mjs").Expectation[]>} run
 */
async function withSession({ url }, run) {
  const client = new HttpClient(url);
  await client.open();
  const expected = await run(client);
  const after = client.request("legacy", "tools/call", toolCall("ping", {}));
  await after.isFinished();
  client.rest();
  return [...expected, { record: after, effect: GONE }];
}

/**
 * @param {"during_request" | "after_response"} activation
 * @param {string} effect
 * @returns {Kind}
 */
const losing = (activation, effect) => ({
  name: `session_loss, ${activation}`,
  tool: "session_loss",
  weight: 2,
  groups: ["session"],
  run: (seat) =>
    withSession(seat, async (client) => {
      const record = client.request("legacy", "tools/call", toolCall("session_loss", { activation }));
      await record.isFinished();
      return [{ record, effect }];
    }),
});

/** @type {readonly Kind[]} */
export const SESSIONS = [
  losing("during_request", "cut"),
  losing("after_response", "session_lost end"),
  {
    name: "a session that is deleted with a stream and a call open",
    weight: 2,
    groups: ["session"],
    run: (seat) =>
      withSession(seat, async (client) => {
        const stream = client.listen();
        const hanging = client.request("legacy", "tools/call", toolCall("hang", {}));
        // The stream and the call travel on connections of their own, and have to arrive before the session goes.
        await client.request("legacy", "tools/call", toolCall("delay", { delayMs: 100 })).isFinished();
        const deleted = await client.delete();
        await Promise.all([stream.isFinished(), hanging.isFinished()]);
        return [stream, hanging, deleted].map((record) => ({ record, effect: "end" }));
      }),
  },
];
