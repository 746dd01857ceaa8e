// The measuring client on HTTP: raw sockets and prebuilt requests. A client of node:http costs as much as the server and would hide
// half of every difference.
import { once } from "node:events";
import { connect } from "node:net";
import { AnswerCounter } from "./answer-counter.mjs";
import { cpuMicros } from "./process-facts.mjs";

/** @typedef {import("./line-load.mjs").Block} Block */

/**
 * Sends one request over a socket of its own and gives the whole answer, head and body as they came.
 * @param {number} port
 * @param {Buffer} request
 * @returns {Promise<{ text: string, at: number }>}
 */
export async function askHttpOnce(port, request) {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const counter = new AnswerCounter();
  let text = "";
  try {
    socket.write(request);
    for await (const chunk of socket) {
      text += chunk.toString("latin1");
      if (counter.take(chunk) > 0) return { text, at: performance.now() };
    }
  } finally {
    socket.destroy();
  }
  throw new Error(`The server closed the connection in the middle of an answer: ${text}`);
}

/**
 * @typedef {object} HttpLoad
 * @property {number} port
 * @property {number} pid of the server
 * @property {number} calls
 * @property {number} connections each with one request at any time
 * @property {(connection: number) => Buffer} request
 */

/**
 * Makes `calls` exchanges over connections that are open and have been used once before anything is counted.
 * @param {HttpLoad} load
 * @returns {Promise<Block>}
 */
export async function httpBlock({ port, pid, calls, connections, request }) {
  const lanes = await Promise.all(
    Array.from({ length: connections }, (_, index) => openLane(port, request(index + 1))),
  );
  try {
    await spread(lanes, connections);
    const cpuBefore = cpuMicros(pid);
    const begun = performance.now();
    await spread(lanes, calls);
    const seconds = (performance.now() - begun) / 1000;
    return { calls, seconds, cpuMicros: cpuMicros(pid) - cpuBefore };
  } finally {
    for (const { socket } of lanes) socket.destroy();
  }
}

/** @typedef {{ socket: import("node:net").Socket, request: Buffer }} Lane */

/**
 * @param {number} port
 * @param {Buffer} request
 * @returns {Promise<Lane>}
 */
async function openLane(port, request) {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  return { socket, request };
}

/**
 * Sends `calls` requests over the lanes, on each the next as soon as the last one is answered.
 * @param {readonly Lane[]} lanes
 * @param {number} calls
 * @returns {Promise<void>}
 */
function spread(lanes, calls) {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let answered = 0;
    const finish = (/** @type {Error | undefined} */ error) => {
      for (const { socket } of lanes) socket.removeAllListeners();
      if (error === undefined) resolve();
      else reject(error);
    };
    for (const { socket, request } of lanes) {
      const counter = new AnswerCounter();
      const next = () => {
        if (sent >= calls) return;
        sent++;
        socket.write(request);
      };
      socket.on("data", (chunk) => {
        try {
          if (counter.take(chunk) === 0) return;
        } catch (error) {
          finish(/** @type {Error} */ (error));
          return;
        }
        if (++answered === calls) finish(undefined);
        else next();
      });
      socket.on("error", finish);
      socket.on("close", () => finish(new Error("The server closed a connection under load")));
      next();
    }
  });
}
