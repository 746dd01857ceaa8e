// docs/performance.md, from a report and nothing else.
import { FIGURES } from "./figures.mjs";
import { NOTES } from "./notes.mjs";
import { judge, ROWS } from "./rows.mjs";
import { tableLines } from "./table.mjs";

/** @typedef {import("./report.mjs").Report} Report */

/**
 * The page. Throws where a goal is missed and `notes.mjs` does not say what was tried.
 * @param {Report} report
 * @param {Readonly<Record<string, string>>} [notes] by row
 */
export function renderPage(report, notes = NOTES) {
  const { date, machine, toolVersion } = report;
  return `# Performance

<!-- Made by \`npm run bench -- --write-docs\` from bench/results/published.json. Do not edit. -->

Measured on ${date} with version ${toolVersion}, on a machine with ${machine.cores} cores and ${machine.memoryGiB} GiB of memory
(${machine.system}), under Node.js ${machine.node.replace(/^v/, "")}. Repeat it with \`npm run bench\` (some minutes) or \`npm run bench -- --quick\`
(about a minute).

Every figure is a ratio: the lab over a reference that ran next to it, in turns, in the same run. So it can be compared with that of
another machine; a time cannot. Each is the median of all pairs; half of the pairs lie between the quartiles. The measuring client
writes prebuilt bytes and counts answers without reading them.

- *raw pipe*: a script that reads lines and writes each back. *raw \`node:http\`*: a server that sends each body back.
- *floor*: the same ratio of an MCP server of sixty lines that checks nothing (\`bench/servers/floor.cjs\`).
- *everything*: the same ratio of the published \`@modelcontextprotocol/server-everything\`, which knows the legacy era only.
- *goal* is what we aim at; \`npm run bench\` fails when a *gate* is missed.

## Ratios

${table(
  ["measure", "over", "median", "quartiles", "floor", "everything", "goal", "gate", "verdict"],
  tableLines(report),
)}
${missedGoals(report, notes)}## What stands behind them

These belong to this machine.

${table(
  ["figure", "median", "quartiles", "unit"],
  FIGURES.flatMap(({ id, text, unit }) => {
    const figure = report.figures.find((each) => each.id === id);
    if (figure === undefined) return [];
    const { median, low, high } = figure;
    return [[text, say(median), `${say(low)} to ${say(high)}`, unit]];
  }),
)}`;
}

/**
 * @param {Report} report
 * @param {Readonly<Record<string, string>>} notes
 */
function missedGoals({ rows }, notes) {
  const lines = ROWS.flatMap((gated) => {
    const { id, measure, over, gate } = gated;
    const row = rows.find((each) => each.id === id);
    if (row === undefined || row.verdict === "goal met") return [];
    if (row.verdict === "not there yet") return [`- ${measure}: not there yet, ${row.why}.`];
    const note = notes[id];
    if (note === undefined)
      throw new Error(`bench/notes.mjs has to say what was tried for ${id}, whose goal is missed`);
    // A gate that the floor misses says something of the machine, too.
    const isFloor = row.verdict === "missed" && row.floor !== undefined && judge(gated, row.floor) === "missed";
    const floor = isFloor ? ` (the floor misses the gate of ${gate}, too)` : "";
    return [`- ${measure}, over ${over}${floor}: ${note}`];
  });
  return lines.length === 0 ? "" : `## Goals that are not met\n\n${lines.join("\n")}\n\n`;
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} lines
 */
function table(head, lines) {
  const row = (/** @type {readonly string[]} */ cells) => `| ${cells.join(" | ")} |\n`;
  return row(head) + row(head.map(() => "---")) + lines.map(row).join("");
}

/** @param {number} value */
function say(value) {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
