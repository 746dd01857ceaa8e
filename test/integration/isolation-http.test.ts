import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, initialize, initialized, modern, modernHeaders, POST_HEADERS } from "../fixtures/raw-peer/messages.ts";
import { closeAllConnections, connectRaw, request, type RawConnection } from "../fixtures/raw-peer/raw-http.ts";
import { endAllRaw, type Message } from "../fixtures/raw-peer/raw-stdio.ts";
import { onlyMessage, sessionHeaders, startHttp, type HttpServer } from "../fixtures/raw-peer/serve.ts";
import { removePlans, writePlan } from "../fixtures/write-plan.ts";

/** One thing that goes wrong for one client, and how that looks; no two clients have the same. */
interface Effect {
  readonly fault: string;
  readonly with: Readonly<Record<string, string | number>>;
  readonly looks: string;
}

const EFFECTS: readonly ((client: number) => Effect)[] = [
  (n) => ({
    fault: "error_response",
    with: { code: -1000 - n, message: `for-${n}` },
    looks: `200, error ${-1000 - n} for-${n}`,
  }),
  (n) => ({
    fault: "http_status",
    with: { status: 503, body: "empty", retryAfter: n + 1 },
    looks: `503, retry after ${n + 1}`,
  }),
  (n) => ({ fault: "oversized_response", with: { sizeBytes: 500 + n }, looks: `200, ${500 + n} characters` }),
  (n) => ({ fault: "cut_answer", with: { afterBytes: 20 + n, how: "cut" }, looks: `200, cut after ${20 + n} bytes` }),
];

/** A call that is under way for a while, so that all of them are so at once. */
const SLOW = { tool: "delay", args: { delayMs: 500 } };

/** How a client's fault is armed. */
interface Carrier {
  readonly name: string;
  readonly kind: "session" | "modern";
  /** A rule of the plan, where that is what carries it. */
  readonly planned?: (seat: Seat) => object;
  /** A rule that travels with the call itself. */
  readonly carried?: "query" | "meta";
  /** The rule is armed by a call of its own beforehand. */
  readonly armed?: true;
}

const CARRIERS: readonly Carrier[] = [
  { name: "a plan, by client, session", kind: "session", planned: ({ client }) => ({ client: `client-${client}` }) },
  { name: "a plan, by client, modern", kind: "modern", planned: ({ client }) => ({ client: `client-${client}` }) },
  { name: "a plan, by session", kind: "session", planned: ({ session }) => ({ session }) },
  { name: "a plan, by header", kind: "modern", planned: ({ client }) => ({ header: { "X-Client": String(client) } }) },
  { name: "the address, session", kind: "session", carried: "query" },
  { name: "the address, modern", kind: "modern", carried: "query" },
  { name: "_meta, session", kind: "session", carried: "meta" },
  { name: "_meta, modern", kind: "modern", carried: "meta" },
  { name: "arm_fault, session", kind: "session", armed: true },
  { name: "arm_fault, modern", kind: "modern", armed: true },
];

/** A client as it is known before it has come. */
interface Seat {
  readonly client: number;
  readonly carrier: Carrier;
  readonly effect: Effect;
  /** The ordinal of its session; 0 for those without one. */
  readonly session: number;
}

const CLIENTS = 64;

const SEATS: readonly Seat[] = (() => {
  let sessions = 0;
  return Array.from({ length: CLIENTS }, (_, client): Seat => {
    // Both numbers run so that every carrier has every effect.
    const carrier = CARRIERS[client % CARRIERS.length];
    const effect = EFFECTS[Math.floor(client / CARRIERS.length) % EFFECTS.length]?.(client);
    if (carrier === undefined || effect === undefined) throw new Error("no such client");
    return { client, carrier, effect, session: carrier.kind === "session" ? ++sessions : 0 };
  });
})();

let server: HttpServer;
let clients: readonly Client[];

beforeAll(async () => {
  const rules = SEATS.flatMap((seat) => {
    const when = seat.carrier.planned?.(seat);
    return when === undefined ? [] : [ruleOf(seat, when)];
  });
  server = await startHttp("--tools", "all", "--plan", writePlan(rules));
  const opened: Client[] = [];
  // One after the other: a session's ordinal is its place among all.
  for (const seat of SEATS) opened.push(await Client.open(server.port, seat));
  clients = opened;
});

afterAll(async () => {
  closeAllConnections();
  await endAllRaw();
  removePlans();
});

function ruleOf({ effect, client }: Seat, when: object = {}) {
  const { fault, with: params } = effect;
  return {
    id: `of-${client}`,
    when: { method: "tools/call", name: SLOW.tool, ...when },
    inject: [{ fault, with: params }],
  };
}

function ruleTextOf({ effect }: Seat): string {
  const params = Object.entries(effect.with).map(([key, value]) => `${key}=${value}`);
  return [`tools/call:${SLOW.tool}`, effect.fault, ...params].join(" ");
}

class Client {
  readonly seat: Seat;
  readonly #port: number;
  readonly #session: string | undefined;

  private constructor(port: number, seat: Seat, session: string | undefined) {
    this.#port = port;
    this.seat = seat;
    this.#session = session;
  }

  static async open(port: number, seat: Seat): Promise<Client> {
    if (seat.carrier.kind === "modern") return new Client(port, seat, undefined);
    const hello = initialize("init");
    hello["params"].clientInfo.name = `client-${seat.client}`;
    const opened = await request(port, { headers: POST_HEADERS, body: hello });
    await opened.text();
    const session = opened.header("mcp-session-id");
    await request(port, { headers: sessionHeaders(session), body: initialized });
    return new Client(port, seat, session);
  }

  /** Arms what is armed beforehand. */
  async arm(): Promise<void> {
    const { seat } = this;
    if (seat.carrier.armed !== true) return;
    // Without a session all that is armed is the server's: there the rule names its client.
    const when = seat.carrier.kind === "modern" ? { client: `client-${seat.client}` } : {};
    const response = await (await this.#send("arm_fault", { rule: ruleOf(seat, when) })).response();
    expect(await look(response)).toContain(`of-${seat.client}`);
  }

  /** Sends the call that the fault is for, on a connection of its own. */
  slow(): Promise<RawConnection> {
    return this.#send(SLOW.tool, SLOW.args, true);
  }

  /** Sends a call that no fault is for. */
  ping(): Promise<RawConnection> {
    return this.#send("ping", {});
  }

  /** `carries`: with the rule that travels with it, where one does. */
  async #send(tool: string, args: Message, carries = false): Promise<RawConnection> {
    const { carrier, client } = this.seat;
    const message = call(client, tool, args);
    const isModern = carrier.kind === "modern";
    const body = isModern ? modern(message) : message;
    const { params } = body as { params: Message };
    if (isModern) params["_meta"]["io.modelcontextprotocol/clientInfo"].name = `client-${client}`;
    if (carries && carrier.carried === "meta")
      params["_meta"] = { ...params["_meta"], "mcp-failure-lab/rules": [ruleOf(this.seat)] };
    const query = carries && carrier.carried === "query" ? `?rule=${encodeURIComponent(ruleTextOf(this.seat))}` : "";
    const headers = {
      ...(isModern ? modernHeaders(message) : sessionHeaders(this.#session)),
      "X-Client": String(client),
    };
    const connection = await connectRaw(this.#port);
    connection.request({ target: `/mcp${query}`, headers, body });
    return connection;
  }
}

/** What a client sees of a response, in a few words. */
async function look(response: Awaited<ReturnType<RawConnection["response"]>>): Promise<string> {
  const { status } = response;
  const ending = await response.ending();
  if (ending !== "end") return `${status}, ${ending} after ${response.bodySoFar.length} bytes`;
  if (status !== 200) return `${status}, retry after ${response.header("retry-after")}`;
  const { error, result } = await onlyMessage(response);
  if (error !== undefined) return `200, error ${error.code} ${error.message}`;
  const text = result.content[0].text as string;
  return /^x+$/.test(text) ? `200, ${text.length} characters` : `200, ${text}`;
}

const OK = expect.stringContaining('"status":"ok"') as string;

/** Everybody sends at once; then everybody looks at what has come. */
async function all(send: (client: Client) => Promise<RawConnection>): Promise<string[]> {
  const connections = await Promise.all(clients.map(send));
  return Promise.all(connections.map(async (connection) => look(await connection.response())));
}

describe(`${CLIENTS} clients at once on one server, each with a fault of its own`, () => {
  test("have every way to arm it, and every effect", () => {
    const pairs = SEATS.map(({ carrier, effect }) => `${carrier.name}: ${effect.fault}`);
    expect(new Set(pairs).size).toBe(CARRIERS.length * EFFECTS.length);
    expect(new Set(SEATS.map(({ effect }) => effect.looks)).size).toBe(CLIENTS);
  });

  test("each gets its own effect, and none another's; what else they call is healthy", async () => {
    await Promise.all(clients.map((client) => client.arm()));
    const [effects, pings] = await Promise.all([all((client) => client.slow()), all((client) => client.ping())]);
    expect(effects).toEqual(SEATS.map(({ effect }) => effect.looks));
    expect(pings).toEqual(SEATS.map(() => OK));
    const fired = SEATS.map(({ client, carrier }) =>
      carrier.carried === "query" ? [] : [`of-${client} fired`],
    ).flat();
    expect(fired.filter((line) => server.process.stderr.split(`${line}:`).length !== 2)).toEqual([]);
  });

  test("and once only: the next call of each is healthy", async () => {
    const again = await all((client) => (client.seat.carrier.carried === undefined ? client.slow() : client.ping()));
    const healthy = expect.stringMatching(/"status":"(ok|delayed)"/) as string;
    expect(again).toEqual(SEATS.map(() => healthy));
  });
});
