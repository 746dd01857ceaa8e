// What ends a process on stdio.
import { LineClient } from "../line-client.mjs";
import { toolCall } from "./call.mjs";

/** @typedef {import("../kinds.mjs").Kind} Kind */
/** @typedef {import("../kinds.mjs").Seat} Seat */

const LEAVES_WITHIN_MS = 2_000;

/**
 * @param {Seat} seat
 * @param {() => Promise<{ code: number | string | null, ms: number }>} end
 * @param {import("../call-record.mjs").CallRecord} record of a call that is lost
 */
async function endingBy({ client }, end, record) {
  if (!(client instanceof LineClient)) return [];
  const { code, ms } = await end();
  const exit = { effect: `exit ${code}${ms <= LEAVES_WITHIN_MS ? "" : ` after ${ms.toFixed(0)} ms`}` };
  return [
    { record, effect: "" },
    { record: exit, effect: "exit 0" },
  ];
}

/** @type {readonly Kind[]} */
export const ENDINGS = [
  {
    name: "disconnect on stdio",
    tool: "disconnect",
    weight: 4,
    groups: ["mortal"],
    async run(seat) {
      const { client, era } = seat;
      if (!(client instanceof LineClient)) return [];
      const hanging = client.request(era, "tools/call", toolCall("hang", {}));
      client.request(era, "tools/call", toolCall("disconnect", {}));
      return endingBy(seat, () => client.exited(), hanging);
    },
  },
  {
    name: "end of input with a call open",
    tool: "hang",
    weight: 4,
    groups: ["mortal"],
    async run(seat) {
      const { client, era } = seat;
      if (!(client instanceof LineClient)) return [];
      const hanging = client.request(era, "tools/call", toolCall("hang", {}));
      return endingBy(seat, () => client.close(), hanging);
    },
  },
];
