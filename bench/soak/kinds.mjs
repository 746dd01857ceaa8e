// What a client may do, and what has to come of it. Each kind says for whom it is, does its calls, and says what it expects.
import { CANCELS } from "./kinds/cancels.mjs";
import { ENDINGS } from "./kinds/endings.mjs";
import { FAULTS } from "./kinds/faults.mjs";
import { ORDINARY } from "./kinds/ordinary.mjs";
import { PINGS } from "./kinds/pings.mjs";
import { SESSIONS } from "./kinds/sessions.mjs";

/**
 * `line`: a process that lasts. `mortal`: one that is ended and started anew. `session`, `stateless`, `modern`: over HTTP.
 * @typedef {"line" | "mortal" | "session" | "stateless" | "modern"} Group
 */

/**
 * @typedef {object} Seat where a kind runs
 * @property {Group} group
 * @property {import("../messages.mjs").Era} era
 * @property {import("./random.mjs").Random} random
 * @property {string} url of the HTTP server
 * @property {import("./line-client.mjs").LineClient | import("./http-client.mjs").HttpClient} client
 */

/** @typedef {{ effect: string }} Effect what a call record knows, or anything that says what came of something */

/**
 * @typedef {object} Expectation
 * @property {Effect} record looked at when everything has settled
 * @property {string} effect
 * @property {string} [unclaimed] a word that has to come on the connection beside the call's own
 */

/**
 * @typedef {object} Kind
 * @property {string} name
 * @property {number} weight how many of it are in a deck; 0: once in the whole soak
 * @property {readonly Group[]} groups
 * @property {string} [tool] that it calls
 * @property {(seat: Seat) => Promise<readonly Expectation[]>} run
 */

/** @type {readonly Kind[]} */
export const KINDS = [...ORDINARY, ...FAULTS, ...CANCELS, ...PINGS, ...SESSIONS, ...ENDINGS];
