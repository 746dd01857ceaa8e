// Collects what the groups find: samples of each row and figure, and rows that could not be measured.

/** @typedef {"lab" | "floor" | "everything"} Who whose ratio: the product's, or that of a server it is compared with */

export class Recorder {
  /** @type {Map<string, Map<Who, number[]>>} */
  #ratios = new Map();
  /** @type {Map<string, number[]>} */
  #figures = new Map();
  /** @type {Map<string, string>} */
  #missing = new Map();

  /**
   * One sample of a row: a ratio of two things that were measured next to each other.
   * @param {string} row
   * @param {number} value
   * @param {Who} [who]
   */
  ratio(row, value, who = "lab") {
    if (!Number.isFinite(value)) throw new Error(`${row}: ${value} is no figure`);
    const ofRow = this.#ratios.get(row) ?? new Map();
    this.#ratios.set(row, ofRow);
    ofRow.set(who, [...(ofRow.get(who) ?? []), value]);
  }

  /**
   * One sample of a figure without a gate.
   * @param {string} figure
   * @param {number} value
   */
  figure(figure, value) {
    this.#figures.set(figure, [...(this.#figures.get(figure) ?? []), value]);
  }

  /**
   * A row that cannot be measured yet. It never counts as passed.
   * @param {string} row
   * @param {string} why
   */
  missing(row, why) {
    this.#missing.set(row, why);
  }

  /**
   * @param {string} row
   * @param {Who} [who]
   * @returns {readonly number[]}
   */
  samples(row, who = "lab") {
    return this.#ratios.get(row)?.get(who) ?? [];
  }

  /**
   * @param {string} figure
   * @returns {readonly number[]}
   */
  figureSamples(figure) {
    return this.#figures.get(figure) ?? [];
  }

  /** @param {string} row */
  whyMissing(row) {
    return this.#missing.get(row);
  }
}
