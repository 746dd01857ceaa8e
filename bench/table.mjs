// The result as text for a terminal.
import { ROWS } from "./rows.mjs";

/** @typedef {import("./report.mjs").Report} Report */
/** @typedef {readonly string[]} Line */

const HEAD = ["measure", "over", "median", "quartiles", "floor", "everything", "goal", "gate", "verdict"];
const TO_THE_RIGHT = new Set(["median", "quartiles", "floor", "everything", "goal", "gate"]);

/**
 * One table: what was measured, how it spreads, and how it stands to goal and gate.
 * @param {Report} report
 */
export function renderTable(report) {
  const lines = [HEAD, ...tableLines(report).map((line) => line.map((cell) => cell.replaceAll("`", "")))];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return TO_THE_RIGHT.has(HEAD[column] ?? "") ? cell.padStart(width) : cell.padEnd(width);
        })
        .join("  ")
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}

/**
 * The cells of every row that the report has, in the order of the table.
 * @param {Report} report
 * @returns {Line[]}
 */
export function tableLines({ rows }) {
  return ROWS.flatMap((row) => {
    const measured = rows.find(({ id }) => id === row.id);
    if (measured === undefined) return [];
    const sign = row.better === "less" ? "≤" : "≥";
    const limits = [`${sign} ${row.goal.toFixed(2)}`, `${sign} ${row.gate.toFixed(2)}`];
    if (measured.verdict === "not there yet")
      return [[row.measure, row.over, "", "", "", "", ...limits, `not there yet: ${measured.why}`]];
    const { median, low, high, floor, everything, verdict } = measured;
    const spread = `${low.toFixed(2)} to ${high.toFixed(2)}`;
    const beside = [floor, everything].map((value) => value?.toFixed(2) ?? "");
    return [[row.measure, row.over, median.toFixed(2), spread, ...beside, ...limits, verdict]];
  });
}

/**
 * One sentence below the table.
 * @param {Report} report
 */
export function renderSummary({ rows }) {
  const count = (/** @type {string} */ verdict) => rows.filter((row) => row.verdict === verdict).length;
  const parts = ["goal met", "gate met", "missed", "not there yet"].map((verdict) => `${count(verdict)} ${verdict}`);
  const absent = ROWS.length - rows.length;
  return `${parts.join(", ")}${absent === 0 ? "" : `, ${absent} not measured in this run`}\n`;
}
