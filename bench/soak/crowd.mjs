// The clients: 64 at once, each with two calls under way.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { HttpClient } from "./http-client.mjs";
import { KINDS } from "./kinds.mjs";
import { LineClient } from "./line-client.mjs";
import { PROBED } from "./probe.mjs";

/** @typedef {import("./kinds.mjs").Group} Group */
/** @typedef {import("./kinds.mjs").Kind} Kind */
/** @typedef {import("./kinds.mjs").Seat} Seat */
/** @typedef {{ group: Group, client: LineClient | HttpClient }} Member */

/** How many clients of each group. @type {Record<Group, number>} */
const SIZES = { line: 8, mortal: 4, session: 20, stateless: 8, modern: 24 };
const LANES = 2;
export const PLAN = join(dirname(fileURLToPath(import.meta.url)), "plan.json");

export class Crowd {
  /** @type {Member[]} */
  members = [];
  #command;
  #url;
  #random;
  #tally;
  /** @type {Map<Group, Kind[]>} */
  #decks = new Map();
  /** Kinds that are slow and done once. @type {Map<Group, Kind[]>} */
  #once = new Map();

  /**
   * @param {string} command
   * @param {string} url of the HTTP server
   * @param {import("./random.mjs").Random} random
   * @param {import("./tally.mjs").Tally} tally
   */
  constructor(command, url, random, tally) {
    this.#command = command;
    this.#url = url;
    this.#random = random;
    this.#tally = tally;
    for (const group of this.#groups)
      this.#once.set(
        group,
        this.#kindsOf(group).filter(({ weight }) => weight === 0),
      );
  }

  get size() {
    return this.#groups.reduce((sum, group) => sum + SIZES[group], 0);
  }

  async open() {
    for (const group of this.#groups) {
      for (let index = 0; index < SIZES[group]; index++)
        this.members.push({ group, client: await this.#openClient(group) });
    }
  }

  /**
   * Every client does so many things, two at a time; where one ends its process, one after the other.
   * @param {number} each
   */
  async work(each) {
    await Promise.all(
      this.members.map(async (member) => {
        let left = each;
        const lane = async () => {
          while (left-- > 0) await this.#doNext(member);
        };
        await Promise.all(Array.from({ length: member.group === "mortal" ? 1 : LANES }, lane));
      }),
    );
  }

  /** Lets what is on its way arrive, and idle connections go. */
  async rest() {
    for (const { client } of this.members) {
      if (client instanceof HttpClient) client.rest();
      else await client.request("legacy", "ping", {}).hasWords(1);
    }
    this.#tally.settle();
  }

  /** @param {Member} member */
  async #doNext(member) {
    const { group, client } = member;
    const kind = this.#deal(group);
    const era = group === "modern" ? "modern" : group === "line" || group === "mortal" ? this.#eitherEra() : "legacy";
    /** @type {Seat} */
    const seat = { group, client, era, random: this.#random, url: this.#url };
    try {
      this.#tally.done(kind.name, seat, await kind.run(seat));
    } catch (error) {
      this.#tally.failed(kind.name, seat, error);
    }
    if (client instanceof LineClient && client.isGone) {
      this.#tally.settleUnclaimed(client, client.unclaimed.words);
      member.client = await this.#openClient(group);
    }
  }

  /** @returns {import("../messages.mjs").Era} */
  #eitherEra() {
    return this.#random.below(2) === 0 ? "legacy" : "modern";
  }

  /** @param {Group} group */
  async #openClient(group) {
    if (group === "line" || group === "mortal") {
      const client = new LineClient([...PROBED, this.#command, "serve", "--plan", PLAN]);
      await client.open();
      return client;
    }
    const client = new HttpClient(this.#url);
    if (group === "session") await client.open();
    return client;
  }

  /**
   * The next of a shuffled deck, so that every kind comes as often as its weight says.
   * @param {Group} group
   * @returns {Kind}
   */
  #deal(group) {
    const once = this.#once.get(group)?.pop();
    if (once !== undefined) return once;
    let deck = this.#decks.get(group) ?? [];
    if (deck.length === 0) {
      deck = this.#random.shuffle(
        this.#kindsOf(group).flatMap((kind) => Array.from({ length: kind.weight }, () => kind)),
      );
      this.#decks.set(group, deck);
    }
    const kind = deck.pop();
    if (kind === undefined) throw new Error(`There is nothing to do for ${group}`);
    return kind;
  }

  /** @param {Group} group */
  #kindsOf(group) {
    return KINDS.filter(({ groups }) => groups.includes(group));
  }

  get #groups() {
    return /** @type {Group[]} */ (Object.keys(SIZES));
  }
}
