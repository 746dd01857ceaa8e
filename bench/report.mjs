// The result as data: what the table and the page are made from.
import { FIGURES } from "./figures.mjs";
import { judge, ROWS } from "./rows.mjs";
import { summarize } from "./statistics.mjs";

/** @typedef {import("./rows.mjs").Verdict} Verdict */

/**
 * @typedef {object} MeasuredRow
 * @property {string} id
 * @property {number} median
 * @property {number} low the first quartile
 * @property {number} high the third quartile
 * @property {number} samples
 * @property {number} [floor] the same ratio of the floor server
 * @property {number} [everything] the same ratio of the published everything-server
 * @property {Verdict} verdict
 */
/** @typedef {{ id: string, verdict: "not there yet", why: string }} MissingRow */
/** @typedef {{ id: string, median: number, low: number, high: number }} MeasuredFigure */

/**
 * @typedef {object} Report
 * @property {1} schemaVersion
 * @property {string} toolVersion
 * @property {string} date the day, `YYYY-MM-DD`
 * @property {import("./environment.mjs").Machine} machine
 * @property {string} effort `full`, or why it is less
 * @property {(MeasuredRow | MissingRow)[]} rows
 * @property {MeasuredFigure[]} figures
 */

/**
 * @param {import("./recorder.mjs").Recorder} recorder
 * @param {Pick<Report, "toolVersion" | "date" | "machine" | "effort">} facts
 * @returns {Report}
 */
export function makeReport(recorder, facts) {
  return {
    schemaVersion: 1,
    ...facts,
    rows: ROWS.flatMap((row) => makeRow(recorder, row) ?? []),
    figures: FIGURES.flatMap(({ id }) => {
      const samples = recorder.figureSamples(id);
      if (samples.length === 0) return [];
      const { median, low, high } = summarize(samples);
      return [{ id, median: round(median), low: round(low), high: round(high) }];
    }),
  };
}

/**
 * @param {import("./recorder.mjs").Recorder} recorder
 * @param {import("./rows.mjs").Row} row
 * @returns {MeasuredRow | MissingRow | undefined} undefined for a row that was not asked for
 */
function makeRow(recorder, row) {
  const samples = recorder.samples(row.id);
  const why = recorder.whyMissing(row.id);
  if (why !== undefined) return { id: row.id, verdict: "not there yet", why };
  if (samples.length === 0) return undefined;
  const { median, low, high, count } = summarize(samples);
  /** @param {"floor" | "everything"} who */
  const beside = (who) => {
    const others = recorder.samples(row.id, who);
    return others.length === 0 ? {} : { [who]: round(summarize(others).median) };
  };
  return {
    id: row.id,
    median: round(median),
    low: round(low),
    high: round(high),
    samples: count,
    ...beside("floor"),
    ...beside("everything"),
    verdict: judge(row, median),
  };
}

/** Four digits say more than any measurement here knows. @param {number} value */
function round(value) {
  return Number(value.toPrecision(4));
}

/** @param {Report} report */
export function missedRows({ rows }) {
  return rows.filter(({ verdict }) => verdict === "missed");
}
