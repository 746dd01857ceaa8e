// The measuring client on stdio. It counts line feeds and reads nothing: what it costs itself must not hide what it measures.
import { INITIALIZE, INITIALIZED } from "./messages.mjs";
import { cpuMicros } from "./process-facts.mjs";

const LINE_FEED = 0x0a;

/** @typedef {import("./child.mjs").Child} Child */
/**
 * @typedef {object} Block what a block of calls took
 * @property {number} calls
 * @property {number} seconds
 * @property {number} cpuMicros of the server
 */

/**
 * Sends one request and gives the line that answers it, with the time at which it came. Notifications are passed over.
 * @param {Child} child
 * @param {string} text
 * @returns {Promise<{ line: string, at: number }>}
 */
export function askOnce(child, text) {
  return new Promise((resolve, reject) => {
    let received = "";
    /** @param {Buffer} chunk */
    const read = (chunk) => {
      const at = performance.now();
      received += chunk.toString();
      const line = /^.*"id":.*$/m.exec(received.slice(0, received.lastIndexOf("\n") + 1));
      if (line === null) return;
      child.stdout.off("data", read);
      resolve({ line: line[0], at });
    };
    child.stdout.on("data", read);
    child.ended.then(() => reject(child.failure()), reject);
    child.stdin.write(`${text}\n`);
  });
}

/**
 * Does what a legacy client does before its first call.
 * @param {Child} child
 */
export async function shakeHands(child) {
  await askOnce(child, INITIALIZE);
  child.stdin.write(`${INITIALIZED}\n`);
}

/**
 * Makes sure that calls succeed before they are counted without being read.
 * @param {Child} child
 * @param {string} text
 */
export async function checkAnswer(child, text) {
  const { line } = await askOnce(child, text);
  if (line.includes('"isError":true') || /"error":\{/.test(line))
    throw new Error(`${child.name} does not answer as it should: ${line}`);
}

/**
 * Makes `calls` calls with `inFlight` of them under way at any time. Each request is a write of its own, as it would be from that
 * many callers who know nothing of each other.
 * @param {Child} child
 * @param {{ calls: number, inFlight: number, text: (id: number) => string }} load
 * @returns {Promise<Block>}
 */
export function lineBlock(child, { calls, inFlight, text }) {
  return new Promise((resolve, reject) => {
    const { stdin, stdout, pid } = child;
    let sent = 0;
    let answered = 0;
    /** @param {number} count */
    const send = (count) => {
      for (const last = Math.min(sent + count, calls); sent < last;) stdin.write(`${text(++sent)}\n`);
    };
    /** @param {Buffer} chunk */
    const read = (chunk) => {
      let count = 0;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) count++;
      answered += count;
      send(count);
      if (answered < calls) return;
      const seconds = (performance.now() - begun) / 1000;
      stdout.off("data", read);
      resolve({ calls, seconds, cpuMicros: cpuMicros(pid) - cpuBefore });
    };
    child.ended.then(() => reject(child.failure()), reject);
    stdout.on("data", read);
    const cpuBefore = cpuMicros(pid);
    const begun = performance.now();
    send(inFlight);
  });
}
