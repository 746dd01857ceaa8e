// How most kinds are made: one call, and the words that have to come of it.

/** @typedef {import("../kinds.mjs").Kind} Kind */
/** @typedef {import("../kinds.mjs").Seat} Seat */
/** @typedef {import("../kinds.mjs").Group} Group */

export const ON_LINES = /** @type {const} */ (["line"]);
export const ON_HTTP = /** @type {const} */ (["session", "stateless", "modern"]);
export const EVERYWHERE = /** @type {const} */ (["line", "mortal", "session", "stateless", "modern"]);

/**
 * @param {Seat} seat
 * @param {string} method
 * @param {Record<string, unknown>} params
 * @param {readonly string[]} words
 * @param {{ token?: boolean, answersPing?: boolean }} [options]
 * @returns {Promise<readonly import("../kinds.mjs").Expectation[]>}
 */
export async function expectWords({ client, era }, method, params, words, options) {
  const record = client.request(era, method, params, options);
  if (client.transport === "stdio") {
    await record.hasWords(words.length);
    return [{ record, effect: words.join(" ") }];
  }
  await record.isFinished();
  const ending = words.at(-1) === "cut" ? [] : ["end"];
  return [{ record, effect: [...words, ...ending].join(" ") }];
}

/**
 * @param {string} name
 * @param {Record<string, unknown>} args
 */
export function toolCall(name, args) {
  return { name, arguments: args };
}

/**
 * A kind that calls a tool once.
 * @param {string} tool
 * @param {Record<string, unknown>} args
 * @param {readonly string[]} words
 * @param {{ name?: string, weight?: number, groups?: readonly Group[], token?: boolean, answersPing?: boolean }} [options]
 * @returns {Kind}
 */
export function calling(tool, args, words, { name = tool, weight = 2, groups = EVERYWHERE, ...options } = {}) {
  return {
    name,
    tool,
    weight,
    groups,
    run: (seat) => expectWords(seat, "tools/call", toolCall(tool, args), words, options),
  };
}
