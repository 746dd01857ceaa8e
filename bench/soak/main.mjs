// npm run soak: 10,000 mixed calls from 64 clients over stdio and HTTP in both eras; then nothing may be left of them.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundleCommand, root } from "../../scripts/bundle.mjs";
import { Child, killAll } from "../child.mjs";
import { childCount } from "../process-facts.mjs";
import { Crowd, PLAN } from "./crowd.mjs";
import { inTime, pause } from "./deadline.mjs";
import { HttpClient } from "./http-client.mjs";
import { KINDS } from "./kinds.mjs";
import { roomForSessions, roomOnLine, roomWithoutSession } from "./last-checks.mjs";
import { LineClient } from "./line-client.mjs";
import { aliveText, probe, PROBED } from "./probe.mjs";
import { createRandom } from "./random.mjs";
import { Tally } from "./tally.mjs";

const PHASES = 10;
const WHOLE_MS = 5 * 60_000;
const SETTLE_MS = 10_000;
const SHRINK_MS = 700;
const LEAVES_WITHIN_MS = 2_000;
/** From the first phases to the last; the compiled code of rare ways still grows a little. */
const HEAP_MAY_GROW = 1.05;
const HEAP_MAY_GROW_BYTES = 512 * 1024;

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "10000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    command: { type: "string" },
  },
});

/** @typedef {import("./probe.mjs").Alive} Alive */
/** @type {{ what: string, problem: string }[]} */
const checks = [];
/** @param {string} what @param {string} problem empty where there is none */
const check = (what, problem) => checks.push({ what, problem });

/** @param {string} command */
async function soak(command) {
  const tally = new Tally();
  const server = new Child({
    args: [...PROBED, command, "serve", "--transport", "http", "--port", "0", "--plan", PLAN],
    stdin: "ignore",
    stdout: "ignore",
  });
  const [, url = ""] = await server.saying(/listening on (\S+)\n/);
  const crowd = new Crowd(command, url, createRandom(Number(values.seed)), tally);
  await crowd.open();
  const calls = Number(values.calls);
  console.log(`${calls} calls from ${crowd.size} clients, seed ${values.seed}`);

  const lasting = () => crowd.members.filter(({ group }) => group === "line").map(({ client }) => client);
  const watched = [server, ...lasting().flatMap((client) => (client instanceof LineClient ? client.child : []))];
  /** @type {Alive[][]} */
  const phases = [];
  for (let phase = 0; phase < PHASES; phase++) {
    const begun = performance.now();
    await crowd.work(Math.ceil(calls / PHASES / crowd.size));
    await crowd.rest();
    const before = phases[0];
    phases.push(await Promise.all(watched.map((child, index) => settled(child, before?.[index]))));
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const heaps = phases.at(-1)?.map(({ heapBytes }) => (heapBytes / 2 ** 20).toFixed(2)) ?? [];
    console.log(`phase ${phase + 1}: ${tally.calls} calls so far, ${seconds} s, heap in MiB: ${heaps.join(" ")}`);
  }
  for (const [index, child] of watched.entries()) {
    const name = child === server ? "the HTTP server" : `the stdio server ${index}`;
    checkFlat(
      name,
      phases.map((phase) => phase[index]),
    );
  }

  const listed = (await Promise.all(crowd.members.map(({ client }) => client.listTools()))).flat();

  for (const { client } of crowd.members) {
    if (client instanceof LineClient) tally.settleUnclaimed(client, client.unclaimed.words);
    else if (client.session !== undefined) await client.delete();
    if (client instanceof HttpClient) client.rest();
  }
  const [line] = lasting();
  if (line instanceof LineClient)
    check("128 calls can be pending on a stdio connection that has lasted", await roomOnLine(line));
  check("128 sessions can be opened, and not one more", await roomForSessions(url));
  check("1,024 calls can be pending without a session, and not one more", await roomWithoutSession(url));
  const end = await settled(server, undefined);
  check("the HTTP server holds only its listener", onlyListener(end));

  for (const { client } of crowd.members) {
    if (!(client instanceof LineClient)) continue;
    const { code, ms } = await client.close();
    if (code !== 0 || ms > LEAVES_WITHIN_MS) check("a stdio server ends with its input", `exit ${code} after ${ms} ms`);
  }
  const stopped = performance.now();
  const { code, signal } = await server.end("SIGTERM");
  const ms = performance.now() - stopped;
  check(
    "the HTTP server ends at SIGTERM",
    code === 0 && ms <= LEAVES_WITHIN_MS ? "" : `${signal ?? code} after ${ms} ms`,
  );
  const left = childCount(process.pid);
  check("no process is left", left === 0 ? "" : `${left} are left`);
  checkCounts(tally, calls, listed);
}

/**
 * What is alive once the load has gone: as much as before, or as little as is asked for, and a heap that shrinks no more. Some of what
 * nobody holds any more is collected about a second late.
 * @param {Child} child
 * @param {Alive | undefined} before
 */
async function settled(child, before) {
  const deadline = performance.now() + SETTLE_MS;
  await pause(SHRINK_MS);
  for (let last = Infinity; ;) {
    const alive = await probe(child);
    const isAsBefore =
      before === undefined ? alive.resources["TCPSocketWrap"] === undefined : aliveText(alive) === aliveText(before);
    if ((isAsBefore && alive.heapBytes > last * 0.99) || performance.now() > deadline) return alive;
    last = alive.heapBytes;
    await pause(SHRINK_MS);
  }
}

/**
 * @param {string} name
 * @param {readonly (Alive | undefined)[]} phases
 */
function checkFlat(name, phases) {
  const known = phases.flatMap((alive) => alive ?? []);
  const texts = [...new Set(known.map(aliveText))];
  check(`${name} holds after each phase what it held after the first`, texts.length === 1 ? "" : texts.join("; then "));
  // The first phase warms up.
  const heaps = known.slice(1).map(({ heapBytes }) => heapBytes);
  const early = Math.max(...heaps.slice(0, 3));
  const late = Math.min(...heaps.slice(-3));
  const isFlat = late <= early * HEAP_MAY_GROW + HEAP_MAY_GROW_BYTES;
  check(`the heap of ${name} is flat`, isFlat ? "" : `it grew from ${early} to ${late} bytes`);
}

/** @param {Alive} alive */
function onlyListener({ timers, resources, children }) {
  const { TCPServerWrap = 0, TCPSocketWrap = 0 } = resources;
  const isClean = TCPServerWrap === 1 && TCPSocketWrap === 0 && timers === 0 && children === 0;
  return isClean ? "" : JSON.stringify({ timers, resources, children });
}

/**
 * @param {Tally} tally
 * @param {number} calls
 * @param {readonly string[]} listed tools
 */
function checkCounts(tally, calls, listed) {
  const { counts } = tally;
  for (const { kind, where, right, wrong, example } of counts) {
    const line = `${String(right).padStart(6)} right ${String(wrong).padStart(4)} wrong  ${kind}, ${where}`;
    console.log(example === undefined ? line : `${line}\n       ${example}`);
    if (wrong > 0) check(`every effect of "${kind}" on ${where} is as expected`, `${wrong} are not`);
  }
  check(`at least ${calls} calls were made`, tally.calls >= calls ? "" : `only ${tally.calls}`);
  const idle = KINDS.filter(({ name }) => !counts.some(({ kind }) => kind === name)).map(({ name }) => name);
  const untried = listed.filter((tool) => !KINDS.some((kind) => kind.tool === tool));
  check("every tool is called", untried.length === 0 ? "" : `${untried.join(", ")} is not`);
  if (calls >= 10_000) check("every kind of call was made", idle.length === 0 ? "" : idle.join(", "));
}

async function main() {
  const begun = performance.now();
  const cache = join(root, ".cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "soak-"));
  try {
    if (values.command === undefined) await bundleCommand(folder);
    await inTime(soak(resolve(values.command ?? join(folder, "bin.cjs"))), WHOLE_MS, "the soak");
  } finally {
    killAll();
    await rm(folder, { recursive: true, force: true });
  }
  for (const { what, problem } of checks) console.log(problem === "" ? `ok    ${what}` : `FAIL  ${what}: ${problem}`);
  const failed = checks.filter(({ problem }) => problem !== "").length;
  console.log(
    `${checks.length - failed} passed, ${failed} failed, ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  );
  process.exitCode = failed === 0 ? 0 : 1;
}

process.once("SIGINT", () => {
  killAll();
  process.exit(130);
});
await main();
