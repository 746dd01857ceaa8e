// Figures without a gate, for whoever wants to know what stands behind the ratios. They belong to one machine.

/**
 * @typedef {object} Figure
 * @property {string} id
 * @property {string} text
 * @property {"ms" | "µs" | "MB" | "calls/s"} unit
 */

const ERAS = /** @type {const} */ (["legacy", "modern"]);
const SERVERS = /** @type {const} */ ([
  ["reference", "raw reference"],
  ["floor", "floor"],
  ["lab", "lab"],
  ["everything", "everything-server"],
]);

/** @type {readonly Figure[]} */
export const FIGURES = [
  { id: "bare", text: "bare `node -e 0`, spawn to exit", unit: "ms" },
  { id: "start-stdio", text: "lab on stdio, spawn to the first answer", unit: "ms" },
  { id: "start-http", text: "lab on HTTP, spawn to the first answer", unit: "ms" },
  ...[1, 16].flatMap((inFlight) => servings("stdio", `${inFlight} in flight`, inFlight)),
  ...[1, 16, 64].flatMap((connections) =>
    servings("http", connections === 1 ? "1 connection" : `${connections} connections`, connections),
  ),
  { id: "memory-start-reference", text: "raw pipe, memory at the first answer", unit: "MB" },
  { id: "memory-start-lab", text: "lab, memory at the first answer on stdio", unit: "MB" },
  { id: "memory-stdio-6000", text: "lab, memory after 6,000 calls, stdio", unit: "MB" },
  { id: "memory-stdio-60000", text: "lab, memory after 60,000 calls, stdio", unit: "MB" },
  { id: "memory-http-6000", text: "lab, memory after 6,000 calls, HTTP", unit: "MB" },
  { id: "memory-http-60000", text: "lab, memory after 60,000 calls, HTTP", unit: "MB" },
];

/**
 * @param {"stdio" | "http"} transport
 * @param {string} load
 * @param {number} width
 * @returns {Figure[]}
 */
function servings(transport, load, width) {
  return ERAS.flatMap((era) =>
    SERVERS.filter(([id]) => id !== "everything" || era === "legacy").flatMap(([id, name]) => [
      rate(`${transport}-rate-${era}-${width}-${id}`, `${name}, ${transport}, ${era}, ${load}`),
      cpu(`${transport}-cpu-${era}-${width}-${id}`, `${name}, ${transport}, ${era}, ${load}, CPU for each call`),
    ]),
  );
}

/**
 * @param {string} id
 * @param {string} text
 * @returns {Figure}
 */
function rate(id, text) {
  return { id, text, unit: "calls/s" };
}

/**
 * @param {string} id
 * @param {string} text
 * @returns {Figure}
 */
function cpu(id, text) {
  return { id, text, unit: "µs" };
}
