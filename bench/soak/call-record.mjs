// All that came back for one call, in order, as short words: what the call is judged by when everything has settled.
import { inTime } from "./deadline.mjs";

const CALL_MS = 20_000;

/** @typedef {Record<string, any>} Message as it was parsed; its form is what is to be found out */

export class CallRecord {
  /** @type {string[]} */
  words = [];
  /** @type {Message | undefined} */
  last;
  /** Nothing more can come: the response is over, or the process is. */
  isOver = false;
  /** @type {Set<() => void>} */
  #waiting = new Set();

  /**
   * @param {number} id
   * @param {string} what for messages about it
   */
  constructor(id, what) {
    this.id = id;
    this.token = `token-${id}`;
    this.what = what;
  }

  /** @param {Message} message */
  take(message) {
    this.last = message;
    this.add(wordOf(message, this.token));
  }

  /** @param {string} word */
  add(word) {
    this.words.push(word);
    this.#wake();
  }

  /**
   * The response is over: `end` where it came to its end, `cut` where it broke off, `aborted` where we closed it.
   * @param {"end" | "cut" | "aborted"} how
   */
  over(how) {
    if (this.isOver) return;
    this.isOver = true;
    this.add(how);
  }

  /** The process has ended. Its calls say no more, and what they have said stands. */
  lost() {
    this.isOver = true;
    this.#wake();
  }

  /** The names in a result of `tools/list`. @returns {string[]} */
  get toolNames() {
    return (this.last?.["result"]?.["tools"] ?? []).map((/** @type {Message} */ tool) => tool["name"]);
  }

  /** What came of it, as one text. */
  get effect() {
    return this.words.join(" ");
  }

  /**
   * Waits until so much has come, or nothing more can.
   * @param {number} words
   */
  hasWords(words) {
    return this.#until(() => this.words.length >= words || this.isOver);
  }

  isFinished() {
    return this.#until(() => this.isOver);
  }

  /** @param {() => boolean} isTrue */
  #until(isTrue) {
    if (isTrue()) return Promise.resolve();
    /** @type {Promise<void>} */
    const come = new Promise((resolve) => {
      const look = () => {
        if (!isTrue()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
    });
    return inTime(come, CALL_MS, `${this.what} (so far: ${this.effect})`);
  }

  #wake() {
    for (const look of this.#waiting) look();
  }
}

/**
 * @param {Message} message
 * @param {string} token
 */
function wordOf(message, token) {
  if (message["method"] === "notifications/progress") {
    const { progressToken, progress } = message["params"];
    return progressToken === token ? `progress:${progress}` : "stray-progress";
  }
  if (message["method"] !== undefined) return message["method"];
  const broken =
    message["jsonrpc"] === undefined
      ? "no-jsonrpc "
      : message["jsonrpc"] === "2.0"
        ? ""
        : `jsonrpc-${message["jsonrpc"]} `;
  if (message["result"] !== undefined && message["error"] !== undefined) return `${broken}both`;
  if (message["error"] !== undefined) return `${broken}error:${message["error"].code}`;
  return broken + resultWord(message["result"]);
}

/** @param {Message} result */
function resultWord(result) {
  const text = result["content"]?.[0]?.text;
  if (text === undefined) return "result";
  if (/^x*$/.test(text)) return `x:${text.length}`;
  try {
    const { status } = JSON.parse(text);
    return result["isError"] === true ? `failed:${status}` : status;
  } catch {
    return result["isError"] === true ? "tool-error" : "text";
  }
}
