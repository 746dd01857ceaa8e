// A client on HTTP that reads everything and repairs nothing, and sees how each response ended.
import { Agent, request as openRequest } from "node:http";
import { envelope, INITIALIZE, INITIALIZED, versionHeaders } from "../messages.mjs";
import { CallRecord } from "./call-record.mjs";

/** @typedef {import("../messages.mjs").Era} Era */
/** @typedef {"POST" | "GET" | "DELETE"} Verb */

/** The server closes connections that are idle for 5 s: one that it is just closing must not be taken for the next request. */
const IDLE_MS = 2_000;

let nextId = 1;

export class HttpClient {
  transport = /** @type {const} */ ("http");
  /** @type {string | undefined} */
  session;
  #agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  #url;

  /** @param {string} url */
  constructor(url) {
    this.#url = url;
  }

  /** Opens a session, as a legacy client does that initializes. */
  async open() {
    const { record, response } = this.#send("POST", INITIALIZE, {});
    await record.isFinished();
    const id = (await response)?.headers["mcp-session-id"];
    if (typeof id !== "string") throw new Error(`No session was opened: ${record.effect}`);
    this.session = id;
    await this.#send("POST", INITIALIZED, versionHeaders("legacy", "notifications/initialized")).record.isFinished();
  }

  /**
   * @param {Era} era
   * @param {string} method
   * @param {Record<string, unknown>} params
   * @param {{ token?: boolean, answersPing?: boolean }} [options]
   */
  request(era, method, params, { token = false, answersPing = false } = {}) {
    const record = new CallRecord(nextId++, `${method} ${JSON.stringify(params)} on HTTP, ${era}`);
    const meta = { ...(era === "modern" ? envelope() : {}), ...(token ? { progressToken: record.token } : {}) };
    const all = Object.keys(meta).length === 0 ? params : { ...params, _meta: meta };
    const body = JSON.stringify({ jsonrpc: "2.0", id: record.id, method, params: all });
    const name = params["name"] ?? params["uri"];
    const headers = versionHeaders(era, method, typeof name === "string" ? name : undefined);
    this.#send("POST", body, headers, record, answersPing);
    return record;
  }

  /**
   * Cancels as the era and the session want it, until the call is over: on another connection a cancel may come first.
   * @param {Era} era
   * @param {CallRecord} record
   */
  async cancel(era, record) {
    if (era === "modern" || this.session === undefined) return this.abort(record);
    const params = { requestId: record.id };
    for (;;) {
      await this.notify("notifications/cancelled", params);
      if (record.isOver) return;
      await Promise.race([record.isFinished(), new Promise((resolve) => setTimeout(resolve, 50))]);
      if (record.isOver) return;
    }
  }

  /**
   * Closes the request's connection.
   * @param {CallRecord} record
   */
  abort(record) {
    aborts.get(record)?.();
    return Promise.resolve();
  }

  /**
   * @param {string} method
   * @param {Record<string, unknown>} params
   */
  async notify(method, params) {
    const body = JSON.stringify({ jsonrpc: "2.0", method, params });
    await this.#send("POST", body, versionHeaders("legacy", method)).record.isFinished();
  }

  async listTools() {
    const record = this.request("legacy", "tools/list", {});
    await record.isFinished();
    return record.toolNames;
  }

  /** @param {string} body */
  raw(body) {
    return this.#send("POST", body, {}).record;
  }

  /** The standing stream of a session. */
  listen() {
    return this.#send("GET", undefined, versionHeaders("legacy", "")).record;
  }

  /** Ends the session. */
  async delete() {
    const { record } = this.#send("DELETE", undefined, versionHeaders("legacy", ""));
    await record.isFinished();
    return record;
  }

  /** Closes idle connections. */
  rest() {
    this.#agent.destroy();
    this.#agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  }

  /**
   * @param {Verb} verb
   * @param {string | undefined} body
   * @param {Record<string, string>} headers
   * @param {CallRecord} [record]
   * @param {boolean} [answersPing]
   */
  #send(verb, body, headers, record = new CallRecord(nextId++, `${verb} ${body ?? ""}`), answersPing = false) {
    /** @type {Promise<import("node:http").IncomingMessage | undefined>} */
    const response = new Promise((resolve) => {
      const request = openRequest(this.#url, {
        method: verb,
        agent: this.#agent,
        headers: {
          Accept: "application/json, text/event-stream",
          ...(body === undefined
            ? {}
            : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }),
          ...(this.session === undefined ? {} : { "Mcp-Session-Id": this.session }),
          ...headers,
        },
      });
      let isAborted = false;
      aborts.set(record, () => {
        isAborted = true;
        request.destroy();
      });
      const broken = () => record.over(isAborted ? "aborted" : "cut");
      request.on("error", () => {
        broken();
        resolve(undefined);
      });
      request.on("response", (message) => {
        if (message.statusCode !== 200) record.add(String(message.statusCode));
        this.#readBody(message, record, answersPing);
        message.on("close", () => (message.complete ? record.over("end") : broken()));
        message.on("error", () => undefined);
        resolve(message);
      });
      request.end(body);
    });
    return { record, response };
  }

  /**
   * @param {import("node:http").IncomingMessage} message
   * @param {CallRecord} record
   * @param {boolean} answersPing
   */
  #readBody(message, record, answersPing) {
    const isStream = message.headers["content-type"] === "text/event-stream";
    let text = "";
    message.setEncoding("utf8");
    message.on("data", (/** @type {string} */ chunk) => {
      text += chunk;
      if (!isStream) return;
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data !== undefined) this.#take(JSON.parse(data), record, answersPing);
      }
    });
    message.on("end", () => {
      if (!isStream && text !== "") this.#take(JSON.parse(text), record, answersPing);
    });
  }

  /**
   * @param {import("./call-record.mjs").Message} message
   * @param {CallRecord} record
   * @param {boolean} answersPing
   */
  #take(message, record, answersPing) {
    record.take(message);
    if (message["method"] !== "ping" || !answersPing) return;
    const answer = JSON.stringify({ jsonrpc: "2.0", id: message["id"], result: {} });
    this.#send("POST", answer, versionHeaders("legacy", "ping"));
  }
}

/** How to close the connection of each record. @type {WeakMap<CallRecord, () => void>} */
const aborts = new WeakMap();
