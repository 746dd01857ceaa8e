// The rows of the table: what is measured, over what, and how good it has to be (SPEC 11).

/**
 * @typedef {object} Row
 * @property {string} id
 * @property {string} measure
 * @property {string} over what the figure is a multiple of
 * @property {"less" | "more"} better
 * @property {number} goal
 * @property {number} gate
 */

/**
 * @param {string} id
 * @param {string} measure
 * @param {string} over
 * @param {number} goal
 * @param {number} gate
 * @returns {Row}
 */
const atMost = (id, measure, over, goal, gate) => ({ id, measure, over, better: "less", goal, gate });

/**
 * @param {string} id
 * @param {string} measure
 * @param {string} over
 * @param {number} goal
 * @param {number} gate
 * @returns {Row}
 */
const atLeast = (id, measure, over, goal, gate) => ({ id, measure, over, better: "more", goal, gate });

const BARE = "a bare `node -e 0`";
const PIPE = "the raw pipe";
const HTTP = "raw `node:http`";

/** @type {readonly Row[]} */
export const ROWS = [
  atMost("start-stdio", "`serve` on stdio, spawn to the answer to `initialize`", BARE, 1.35, 1.6),
  atMost(
    "start-discover",
    "`serve` on stdio, spawn to the answer to `server/discover`",
    "to that of `initialize`",
    1.05,
    1.15,
  ),
  atMost("start-http", "`serve` on HTTP, spawn to the first answer", BARE, 1.9, 2.2),
  atMost("version", "`--version`", BARE, 1.15, 1.3),
  atMost("help", "`--help`", BARE, 1.15, 1.3),
  atMost("demo", "`demo`, beyond its own 500 ms and one bare start", BARE, 0.6, 1.0),
  atMost("run", "`run` in process, beyond the scenario's own time and one bare start", BARE, 0.6, 1.0),
  atMost("run-stdio", "`run` that spawns a stdio server, less the scenario's own time", BARE, 2.9, 3.4),
  atLeast("stdio-rate-legacy-1", "stdio, calls/s, legacy, 1 in flight", PIPE, 0.75, 0.6),
  atLeast("stdio-rate-modern-1", "stdio, calls/s, modern, 1 in flight", PIPE, 0.55, 0.45),
  atLeast("stdio-rate-legacy-16", "stdio, calls/s, legacy, 16 in flight", PIPE, 0.85, 0.6),
  atLeast("stdio-rate-modern-16", "stdio, calls/s, modern, 16 in flight", PIPE, 0.8, 0.6),
  atMost("stdio-cpu-1", "stdio, CPU for each call, 1 in flight", "the everything-server", 0.33, 0.42),
  atMost("stdio-cpu-16", "stdio, CPU for each call, 16 in flight", "the everything-server", 0.2, 0.28),
  ...[1, 16, 64].flatMap((connections) => [
    atLeast(`http-rate-legacy-${connections}`, `HTTP, calls/s, legacy, ${plural(connections)}`, HTTP, 0.65, 0.45),
    atLeast(`http-rate-modern-${connections}`, `HTTP, calls/s, modern, ${plural(connections)}`, HTTP, 0.6, 0.45),
  ]),
  atMost("http-cpu-legacy", "HTTP, CPU for each call, legacy", HTTP, 1.6, 2.2),
  atMost("http-cpu-modern", "HTTP, CPU for each call, modern", HTTP, 1.7, 2.3),
  atMost("fault-tool-stdio", "stdio, CPU for each call of a fault tool", "the direct way", 1.6, 2.2),
  atMost("fault-tool-http", "HTTP, CPU for each call of a fault tool", "the direct way", 1.4, 1.8),
  atMost("fault-rule-stdio", "stdio, CPU for each call under one rule", "the direct way", 1.6, 2.2),
  atMost("fault-rule-http", "HTTP, CPU for each call under one rule", "the direct way", 1.4, 1.8),
  atMost("memory-start", "memory at the first answer on stdio", PIPE, 1.1, 1.2),
  atMost("memory-stdio", "memory after 60,000 calls, stdio", "after 6,000", 1.05, 1.15),
  atMost("memory-http", "memory after 60,000 calls, HTTP", "after 6,000", 1.05, 1.15),
  atMost("rules-names", "CPU for each call, 1,000 rules for other methods and names", "no rule", 1.05, 1.15),
  atMost("rules-conditions", "CPU for each call, 1,000 rules for other clients and connections", "no rule", 1.05, 1.15),
  atMost("rules-one-acts", "CPU for each call, one rule that acts among 1,000 that do not", "no rule", 1.6, 2.2),
];

/** @param {number} connections */
function plural(connections) {
  return connections === 1 ? "1 connection" : `${connections} connections`;
}

/** @typedef {"goal met" | "gate met" | "missed"} Verdict */

/**
 * How a figure stands to its row.
 * @param {Row} row
 * @param {number} value
 * @returns {Verdict}
 */
export function judge({ better, goal, gate }, value) {
  const reaches = (/** @type {number} */ limit) => (better === "less" ? value <= limit : value >= limit);
  if (reaches(goal)) return "goal met";
  return reaches(gate) ? "gate met" : "missed";
}
