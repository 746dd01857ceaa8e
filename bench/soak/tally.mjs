// Counts what came of every call against what had to come of it.

/** @typedef {import("./kinds.mjs").Expectation} Expectation */
/** @typedef {{ kind: string, where: string, right: number, wrong: number, example?: string }} Count */

export class Tally {
  /** @type {{ kind: string, where: string, expectation: Expectation, seat: import("./kinds.mjs").Seat }[]} */
  #open = [];
  /** @type {Map<string, Count>} */
  #counts = new Map();
  /** What has to come on a connection beside its calls' own. @type {Map<object, string[]>} */
  #unclaimed = new Map();
  calls = 0;

  /**
   * A kind was done; what it expects is looked at when everything has settled.
   * @param {string} kind
   * @param {import("./kinds.mjs").Seat} seat
   * @param {readonly Expectation[]} expectations
   */
  done(kind, seat, expectations) {
    this.calls++;
    const where = `${seat.client.transport} ${seat.era}`;
    for (const expectation of expectations) {
      this.#open.push({ kind, where, expectation, seat });
      if (expectation.unclaimed === undefined) continue;
      const words = this.#unclaimed.get(seat.client) ?? [];
      this.#unclaimed.set(seat.client, [...words, expectation.unclaimed]);
    }
  }

  /**
   * A kind that could not be done.
   * @param {string} kind
   * @param {import("./kinds.mjs").Seat} seat
   * @param {unknown} error
   */
  failed(kind, seat, error) {
    this.calls++;
    this.#count(kind, `${seat.client.transport} ${seat.era}`, String(error));
  }

  /** Everything has settled: nothing may come any more. */
  settle() {
    for (const { kind, where, expectation } of this.#open) {
      const { record, effect } = expectation;
      const isRight = record.effect === effect;
      this.#count(kind, where, isRight ? undefined : `"${record.effect}" instead of "${effect}"`);
    }
    this.#open = [];
  }

  /**
   * What a connection has received that belongs to no call.
   * @param {object} client
   * @param {readonly string[]} words
   */
  settleUnclaimed(client, words) {
    const expected = [...(this.#unclaimed.get(client) ?? [])].sort().join(" ");
    const found = [...words].sort().join(" ");
    this.#count(
      "what belongs to no call",
      "stdio",
      expected === found ? undefined : `"${found}" instead of "${expected}"`,
    );
  }

  /** @returns {readonly Count[]} */
  get counts() {
    return [...this.#counts.values()].sort((a, b) => (a.kind + a.where < b.kind + b.where ? -1 : 1));
  }

  /**
   * @param {string} kind
   * @param {string} where
   * @param {string | undefined} wrong
   */
  #count(kind, where, wrong) {
    const key = `${kind}, ${where}`;
    const count = this.#counts.get(key) ?? { kind, where, right: 0, wrong: 0 };
    this.#counts.set(key, count);
    if (wrong === undefined) count.right++;
    else {
      count.wrong++;
      count.example ??= wrong;
    }
  }
}
