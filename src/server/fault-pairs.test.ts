import { describe, expect, test } from "vitest";
import { MAX_OUTLIVE_MS, SESSION_IDLE_MS, SHUTDOWN_GRACE_MS } from "../base/limits.ts";
import type { FaultDeclaration } from "../faults/define-fault.ts";
import { FAULTS } from "../faults/index.ts";
import { actsOn } from "../plan/acts-on.ts";
import { RULES_META_KEY } from "../plan/carries-rules.ts";
import type { JsonObject } from "../protocol/json.ts";
import { HANDSHAKE, openPairClient, type PairClient, type PairWay } from "./testing/pair-client.ts";
import { openPairHouse, type PairHouse } from "./testing/pair-house.ts";

const WAYS: readonly PairWay[] = [
  { name: "stdio, legacy", transport: "stdio", era: "legacy", answers: "json", session: false },
  { name: "stdio, modern", transport: "stdio", era: "modern", answers: "json", session: false },
  { name: "HTTP, session, JSON", transport: "http", era: "legacy", answers: "json", session: true },
  { name: "HTTP, session, event streams", transport: "http", era: "legacy", answers: "sse", session: true },
  { name: "HTTP, no session, JSON", transport: "http", era: "legacy", answers: "json", session: false },
  { name: "HTTP, modern, JSON", transport: "http", era: "modern", answers: "json", session: false },
  { name: "HTTP, modern, event streams", transport: "http", era: "modern", answers: "sse", session: false },
];

type Request = readonly [method: string, params: JsonObject];

/** Requests on which faults are put together: the first that both act on. */
const REQUESTS: readonly Request[] = [
  ["tools/call", { name: "ping", arguments: {} }],
  ["tools/list", {}],
  ["initialize", HANDSHAKE],
  ["server/discover", {}],
  ["prompts/get", { name: "nobody" }],
  ["resources/read", { uri: "lab://nobody" }],
];

/** Longer than any two faults with their first examples take one after the other, unless they wait for the peer. */
const LONGEST_MS = 150_000;

/** What any rule can put on the answer to a request. */
const ARMABLE = FAULTS.filter(
  ({ direction, methods, toolOnly }) => direction !== "to-server" && methods?.length !== 0 && toolOnly !== true,
);

/** What it took until an exchange was over: time alone, that the client gave up, or the end of the connection or session. */
const STAGES = ["time", "cancel", "close", "nothing"] as const;
type Stage = (typeof STAGES)[number];

/** A fault with one of its examples. */
interface Trial {
  readonly fault: FaultDeclaration;
  readonly name: string;
  readonly example: JsonObject;
}

/** Which example is put together with which changes from pair to pair and from way to way, so that all of them come. */
function trialOf(fault: FaultDeclaration, turn: number): Trial {
  const index = turn % fault.examples.length;
  // Parameters come out of a schema for objects, whatever the catalogue's common type says.
  return { fault, name: `${fault.name}-${index + 1}`, example: (fault.examples[index] ?? {}) as JsonObject };
}

function canActOn({ fault, example }: Trial, way: PairWay, method: string): boolean {
  const { shapes, eras, needs = [] } = fault;
  const own = fault.shapesWith?.(example) ?? shapes;
  if (!own.some((shape) => shape.startsWith(way.transport)) || eras?.includes(way.era) === false) return false;
  const isOpened = way.session || way.transport === "stdio";
  if (needs.includes("session") && !way.session) return false;
  if (needs.includes("cancel-message") && !isOpened) return false;
  return actsOn(fault, method);
}

function requestFor(pair: readonly Trial[], way: PairWay): Request | undefined {
  return REQUESTS.find(([method]) => {
    if (method === "initialize" && (way.era === "modern" || !(way.session || way.transport === "stdio"))) return false;
    if (method === "server/discover" && way.era === "legacy") return false;
    return pair.every((trial) => canActOn(trial, way, method));
  });
}

interface Pair {
  readonly trials: readonly [first: Trial, second: Trial];
  readonly request: Request;
}

/** Every ordered pair of faults that both act on one request, in a list for each first one. */
function pairsOn(way: PairWay): readonly (readonly Pair[])[] {
  const turn = WAYS.indexOf(way) + 1;
  const lists = ARMABLE.map((first, place) =>
    ARMABLE.flatMap((second, other): Pair[] => {
      const trials = [trialOf(first, turn + other), trialOf(second, 2 * turn + place)] as const;
      const request = requestFor(trials, way);
      return request === undefined ? [] : [{ trials, request }];
    }),
  );
  return lists.filter((list) => list.length > 0);
}

/** What each fault takes alone, by way, fault and method. */
const ALONE = new Map<string, Map<string, Stage>>();

/** One server on which pairs are tried one after the other. */
class Trials {
  readonly #house: PairHouse;
  readonly #way: PairWay;
  #client: PairClient;
  readonly #healthy: string;
  readonly #idle: number;
  readonly #alone: Map<string, Stage>;

  private constructor(house: PairHouse, way: PairWay, client: PairClient, healthy: string) {
    this.#alone = ALONE.get(way.name) ?? new Map<string, Stage>();
    ALONE.set(way.name, this.#alone);
    this.#house = house;
    this.#way = way;
    this.#client = client;
    this.#healthy = healthy;
    this.#idle = house.clock.pending;
  }

  static async open(way: PairWay): Promise<Trials> {
    const house = await openPairHouse(way.answers);
    const client = await openPairClient(house, way);
    return new Trials(house, way, client, await client.plain());
  }

  /** Puts faults on one exchange. What is wrong is pushed to `problems`. */
  async try(trials: readonly Trial[], [method, params]: Request, problems: string[]): Promise<Stage> {
    const { clock, armed } = this.#house;
    const opens = method === "initialize";
    const client = opens ? await openPairClient(this.#house, this.#way, true) : this.#client;
    this.#house.wasBroken();
    const inject = trials.map(({ fault, example }) => ({ fault: fault.name, with: example }));
    const giveUp = client.send(method, { ...params, _meta: { [RULES_META_KEY]: [{ when: { method }, inject }] } });
    await clock.advance(0);
    const acted = this.#house.takeActed();
    if (acted.join() !== inject.map(({ fault }) => fault).join()) problems.push(`acted have [${acted.join()}]`);
    const ends = [
      () => clock.advance(LONGEST_MS),
      () => {
        giveUp();
        return clock.advance(opens ? SESSION_IDLE_MS + MAX_OUTLIVE_MS : MAX_OUTLIVE_MS);
      },
      () => {
        client.close();
        return clock.advance(SHUTDOWN_GRACE_MS);
      },
    ];
    let tried = 0;
    while (armed.size > 0 && tried < ends.length) await ends[tried++]?.();
    const stage = armed.size > 0 ? "nothing" : (STAGES[Math.max(0, tried - 1)] ?? "nothing");
    await this.#lookAfter(client, opens || stage === "close", problems);
    return stage;
  }

  /** Two wait for the client only where one of them does so alone, and for the end of the connection where nothing else is heard. */
  async allowed(trials: readonly Trial[], request: Request): Promise<Stage> {
    const alone: Stage[] = [];
    for (const trial of trials) {
      const key = `${trial.name} ${request[0]}`;
      const stage = this.#alone.get(key) ?? (await this.try([trial], request, []));
      this.#alone.set(key, stage);
      alone.push(stage);
    }
    const isDeaf =
      request[0] === "initialize" ||
      trials.some(({ fault }) => fault.inbound !== undefined || fault.needs?.includes("session") === true);
    const latest = STAGES[Math.max(...alone.map((stage) => STAGES.indexOf(stage)))] ?? "nothing";
    return latest === "cancel" && isDeaf ? "close" : latest;
  }

  async close(): Promise<string[]> {
    const { clock, server, armed, defects } = this.#house;
    const closed = server.close();
    await clock.advance(SHUTDOWN_GRACE_MS);
    await closed;
    const left =
      clock.pending === 0 && armed.size === 0 ? [] : [`${clock.pending} timers, ${armed.size} exchanges left`];
    return [...left, ...defects];
  }

  /** The server is as healthy as before: on the same connection, unless that was broken. */
  async #lookAfter(client: PairClient, isOver: boolean, problems: string[]): Promise<void> {
    const { clock } = this.#house;
    if (isOver || this.#house.wasBroken()) {
      client.close();
      this.#client.close();
      await clock.advance(isOver ? SESSION_IDLE_MS : 0);
      this.#client = await openPairClient(this.#house, this.#way);
    }
    const answer = await this.#client.plain();
    if (answer !== this.#healthy) problems.push(`then a plain call gets ${JSON.stringify(answer.slice(0, 300))}`);
    if (clock.pending !== this.#idle) problems.push(`${clock.pending} timers instead of ${this.#idle}`);
  }
}

describe.each(WAYS)("any two faults on one exchange end and leave the server healthy: $name", (way) => {
  test.each(pairsOn(way).map((pairs) => [pairs[0]?.trials[0].fault.name, pairs] as const))(
    "%s and any other",
    async (_, pairs) => {
      const problems: string[] = [];
      const house = await Trials.open(way);
      for (const { trials, request } of pairs) {
        const found: string[] = [];
        const stage = await house.try(trials, request, found);
        const allowed = stage === "time" ? stage : await house.allowed(trials, request);
        if (STAGES.indexOf(stage) > STAGES.indexOf(allowed)) found.push(`ended by ${stage}, not by ${allowed}`);
        problems.push(...found.map((problem) => `${trials.map(({ name }) => name).join(" and ")}: ${problem}`));
      }
      problems.push(...(await house.close()));
      expect(problems).toEqual([]);
    },
  );
});

test("every fault that a rule can put on an answer is among them, and most pairs are", () => {
  const pairs = WAYS.flatMap(pairsOn).flatMap((some) => some.map(({ trials }) => trials));
  expect(new Set(pairs.map(([first]) => first.fault))).toEqual(new Set(ARMABLE));
  // The others have no way or no request in common.
  const names = new Set(pairs.map(([first, second]) => `${first.fault.name} ${second.fault.name}`));
  expect(names.size).toBeGreaterThan(0.9 * ARMABLE.length ** 2);
});
