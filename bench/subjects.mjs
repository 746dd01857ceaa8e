// Who is measured: the lab as it is built, the raw references, the floor, and the published everything-server.
import { once } from "node:events";
import { createServer } from "node:net";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Child } from "./child.mjs";
import { askHttpOnce } from "./http-load.mjs";
import { checkAnswer, shakeHands } from "./line-load.mjs";
import { callTexts, INITIALIZE, INITIALIZED, post, versionHeaders } from "./messages.mjs";

/** @typedef {import("./messages.mjs").Era} Era */
/** @typedef {import("./messages.mjs").ToolCall} ToolCall */
/** @typedef {import("./messages.mjs").HttpPlace} HttpPlace */

/**
 * @typedef {object} Subject
 * @property {"reference" | "floor" | "lab" | "everything"} id
 * @property {readonly string[]} lines how it is started on stdio
 * @property {readonly string[]} http how it is started on HTTP
 * @property {ToolCall} call one that costs as little as any
 * @property {readonly Era[]} eras
 * @property {boolean} [echoes] what it answers is what it was sent
 * @property {boolean} [ignoresEof] it has to be ended by a signal
 */

const servers = join(dirname(fileURLToPath(import.meta.url)), "servers");
const BOTH = /** @type {const} */ (["legacy", "modern"]);
const PING = { name: "ping", arguments: {} };

/**
 * @param {string} command the built command line
 * @returns {Record<Subject["id"], Subject>}
 */
export function subjectsOf(command) {
  const floor = join(servers, "floor.cjs");
  const everything = everythingServer();
  return {
    reference: {
      id: "reference",
      lines: [join(servers, "raw-pipe.cjs")],
      http: [join(servers, "raw-http.cjs")],
      call: PING,
      eras: BOTH,
      echoes: true,
    },
    floor: { id: "floor", lines: [floor], http: [floor, "http"], call: PING, eras: BOTH },
    lab: {
      id: "lab",
      lines: [command, "serve"],
      http: [command, "serve", "--transport", "http", "--port", "0"],
      call: PING,
      eras: BOTH,
    },
    everything: {
      id: "everything",
      lines: [everything, "stdio"],
      http: [everything, "streamableHttp"],
      call: { name: "echo", arguments: { message: "x" } },
      eras: ["legacy"],
      ignoresEof: true,
    },
  };
}

function everythingServer() {
  const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/package.json");
  return join(dirname(manifest), "dist/index.js");
}

/**
 * A server on stdio, after the handshake and after a call of each era has succeeded.
 * @param {Subject} subject
 * @param {readonly string[]} [options] added to its command line
 */
export async function openLines(subject, options = []) {
  const child = new Child({ args: [...subject.lines, ...options] });
  if (subject.echoes !== true) await shakeHands(child);
  for (const era of subject.eras) await checkAnswer(child, callTexts(subject.call, era)(1));
  return child;
}

/**
 * Ends it as its kind is ended.
 * @param {Child} child
 * @param {Subject} subject
 */
export function closeLines(child, subject) {
  return child.end(subject.ignoresEof === true ? "SIGTERM" : "eof");
}

/**
 * @typedef {object} HttpSubject a server that listens
 * @property {Child} child
 * @property {HttpPlace} place with the session of a legacy client, where the server gives one
 */

/**
 * A server that listens on a free port, and does not wait for its first request.
 * @param {Subject} subject
 * @param {readonly string[]} [options] added to its command line
 * @returns {Promise<HttpSubject>}
 */
export async function startHttp(subject, options = []) {
  // The everything-server takes its port from a variable and writes a line to stdout for each request.
  const port = subject.id === "everything" ? await freePort() : 0;
  const env = { PORT: String(port) };
  const child = new Child({ args: [...subject.http, ...options], env, stdin: "ignore", stdout: "ignore" });
  const [, bound, path = "/mcp"] = await child.saying(/listening on (?:http:\/\/127\.0\.0\.1:|port )(\d+)(\/\S*)?\n/);
  return { child, place: { port: Number(bound), path } };
}

/**
 * A server that listens, with a session of a legacy client, after a call of each era has succeeded.
 * @param {Subject} subject
 * @param {readonly string[]} [options] added to its command line
 * @returns {Promise<HttpSubject>}
 */
export async function openHttp(subject, options = []) {
  const { child, place: sessionless } = await startHttp(subject, options);
  const { text } = await askHttpOnce(sessionless.port, post(sessionless, INITIALIZE));
  const session = /\r\nmcp-session-id: *(\S+)\r\n/i.exec(text)?.[1];
  const place = session === undefined ? sessionless : { ...sessionless, session };
  await askHttpOnce(place.port, post(place, INITIALIZED, versionHeaders("legacy", "notifications/initialized")));
  for (const era of subject.eras) {
    const answer = await askHttpOnce(place.port, callRequests(subject.call, era, place)(1));
    if (!answer.text.includes('"id"') || answer.text.includes('"isError":true') || /"error":\{/.test(answer.text))
      throw new Error(`${child.name} does not answer as it should: ${answer.text}`);
  }
  return { child, place };
}

/**
 * Makes the POSTs of one tool's calls.
 * @param {ToolCall} call
 * @param {Era} era
 * @param {HttpPlace} place
 * @returns {(id: number) => Buffer}
 */
export function callRequests(call, era, place) {
  const text = callTexts(call, era);
  const headers = versionHeaders(era, "tools/call", call.name);
  const { session: _, ...sessionless } = place;
  return (id) => post(era === "legacy" ? place : sessionless, text(id), headers);
}

/** A port that was free a moment ago. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("A TCP listener has a port");
  return address.port;
}
