// Faults that show in the answer.
import { LineClient } from "../line-client.mjs";
import { calling, EVERYWHERE, expectWords, ON_HTTP, toolCall } from "./call.mjs";

/** @typedef {import("../kinds.mjs").Kind} Kind */

const MALFORMED = [
  ["missing-jsonrpc", "no-jsonrpc malformed"],
  ["invalid-jsonrpc-version", "jsonrpc-1.0 malformed"],
  ["result-with-error", "both"],
];
const PROGRESS = [
  ["regressing-progress", ["progress:2", "progress:1", "invalid_progress_sent"]],
  ["after-completion", ["invalid_progress_sent", "progress:1"]],
];

/** @type {readonly Kind[]} */
export const FAULTS = [
  ...MALFORMED.map(([variant, words = ""]) =>
    calling("malformed_message", { variant }, [words], { name: `malformed_message, ${variant}` }),
  ),
  calling("duplicate_response", {}, ["duplicated", "duplicated"]),
  ...PROGRESS.map(([variant, words]) =>
    calling("invalid_progress", { variant }, /** @type {string[]} */ (words), {
      name: `invalid_progress, ${String(variant)}`,
      token: true,
    }),
  ),
  {
    name: "invalid_progress, unknown-token",
    tool: "invalid_progress",
    weight: 2,
    groups: EVERYWHERE,
    async run(seat) {
      const call = toolCall("invalid_progress", { variant: "unknown-token" });
      const isLine = seat.client instanceof LineClient;
      const words = [...(isLine ? [] : ["stray-progress"]), "invalid_progress_sent"];
      const expected = await expectWords(seat, "tools/call", call, words, { token: true });
      return isLine ? expected.map((each) => ({ ...each, unclaimed: "stray-progress" })) : expected;
    },
  },
  calling("invalid_progress", { variant: "after-completion" }, ["tool-error"], {
    name: "invalid_progress without a token",
    weight: 1,
  }),
  calling("disconnect", {}, ["cut"], { groups: ON_HTTP, name: "disconnect" }),
];
