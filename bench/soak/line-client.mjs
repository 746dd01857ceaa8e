// A client on stdio that reads everything and repairs nothing.
import { Child } from "../child.mjs";
import { envelope, INITIALIZE, INITIALIZED } from "../messages.mjs";
import { CallRecord } from "./call-record.mjs";
import { inTime } from "./deadline.mjs";

const EXIT_MS = 5_000;

/** @typedef {import("../messages.mjs").Era} Era */

export class LineClient {
  transport = /** @type {const} */ ("stdio");
  /** What belongs to no call: progress under a token that nobody gave, refusals of what could not be read. */
  unclaimed = new CallRecord(-1, "what belongs to no call");
  #nextId = 1;
  #rest = "";
  /** @type {Map<number, CallRecord>} */
  #calls = new Map();
  /** @type {Map<string, CallRecord>} */
  #tokens = new Map();
  /** The process has ended, or is about to. */
  isGone = false;

  /**
   * @param {readonly string[]} args of node
   */
  constructor(args) {
    this.child = new Child({ args });
    void this.child.ended.then(() => {
      for (const record of this.#calls.values()) record.lost();
    });
    this.child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ text) => this.#read(text));
  }

  /** The handshake of the legacy era; the modern one needs none. */
  async open() {
    const record = this.#expect("initialize", 0);
    this.child.stdin.write(`${INITIALIZE}\n`);
    await record.hasWords(1);
    if (record.effect !== "result") throw this.child.failure();
    this.child.stdin.write(`${INITIALIZED}\n`);
  }

  /**
   * @param {Era} era
   * @param {string} method
   * @param {Record<string, unknown>} params
   * @param {{ token?: boolean }} [options]
   */
  request(era, method, params, { token = false } = {}) {
    const record = this.#expect(`${method} ${JSON.stringify(params)} on stdio, ${era}`, this.#nextId++);
    const meta = { ...(era === "modern" ? envelope() : {}), ...(token ? { progressToken: record.token } : {}) };
    this.#send({ id: record.id, method, params: Object.keys(meta).length === 0 ? params : { ...params, _meta: meta } });
    return record;
  }

  /**
   * @param {Era} era
   * @param {CallRecord} record
   */
  cancel(era, record) {
    const params = { requestId: record.id, ...(era === "modern" ? { _meta: envelope() } : {}) };
    this.#send({ method: "notifications/cancelled", params });
    return Promise.resolve();
  }

  async listTools() {
    const record = this.request("legacy", "tools/list", {});
    await record.hasWords(1);
    return record.toolNames;
  }

  /** @param {string} line */
  raw(line) {
    this.child.stdin.write(`${line}\n`);
  }

  /** Ends the input; every call is lost. */
  async close() {
    this.isGone = true;
    this.child.stdin.end();
    return this.exited();
  }

  /** The exit code, and how long the process took to leave. */
  async exited() {
    const begun = performance.now();
    this.isGone = true;
    const { code, signal } = await inTime(this.child.ended, EXIT_MS, `${this.child.name}: the end of the process`);
    return { code: signal ?? code, ms: performance.now() - begun };
  }

  /**
   * @param {string} what
   * @param {number} id
   */
  #expect(what, id) {
    const record = new CallRecord(id, what);
    this.#calls.set(id, record);
    this.#tokens.set(record.token, record);
    return record;
  }

  /** @param {Record<string, unknown>} message */
  #send(message) {
    if (!this.isGone) this.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  /** @param {string} text */
  #read(text) {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#take(JSON.parse(line));
  }

  /** @param {import("./call-record.mjs").Message} message */
  #take(message) {
    if (message["method"] === "ping" && message["id"] !== undefined) {
      this.#send({ id: message["id"], result: {} });
    } else if (message["method"] === undefined && this.#calls.has(message["id"])) {
      this.#calls.get(message["id"])?.take(message);
    } else if (message["method"] === "notifications/progress") {
      (this.#tokens.get(message["params"].progressToken) ?? this.unclaimed).take(message);
    } else if (message["method"] === "notifications/subscriptions/acknowledged") {
      const id = message["params"]._meta["io.modelcontextprotocol/subscriptionId"];
      this.#calls.get(Number(id))?.take(message);
    } else {
      this.unclaimed.take(message);
    }
  }
}
