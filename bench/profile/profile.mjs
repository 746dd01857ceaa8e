// npm run bench -- --profile WHAT: where the time goes.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleCommand } from "../../scripts/bundle.mjs";
import { Child } from "../child.mjs";
import { askHttpOnce, httpBlock } from "../http-load.mjs";
import { askOnce, lineBlock } from "../line-load.mjs";
import { callTexts, INITIALIZE, post } from "../messages.mjs";
import { FAULT } from "../groups/faults.mjs";
import { callRequests, openHttp, openLines, startHttp, subjectsOf } from "../subjects.mjs";
import { readProfiles, top } from "./cpu-profile.mjs";
import { readLoadTimes, renderLoadTimes } from "./load-times.mjs";

const STARTS = 15;
const CALLS = 20_000;
const WIDTH = 16;
const START_INTERVAL_MICROS = 50;
const CALL_INTERVAL_MICROS = 100;
const preload = join(dirname(fileURLToPath(import.meta.url)), "load-times.cjs");

/** @typedef {import("../subjects.mjs").Subject} Subject */

/**
 * Prints where the time of starts or of calls goes.
 * @param {typeof import("../command-line.mjs").PROFILES[number]} what
 * @param {string} folder for what is built and recorded
 * @param {string} command as it is released; the profile is taken from a readable build of the same sources
 */
export async function profile(what, folder, command) {
  const readable = join(folder, "readable");
  await bundleCommand(readable, { minify: false });
  const profiles = join(folder, "profiles");
  mkdirSync(profiles);
  const isStart = what === "start" || what === "start-http";
  const interval = isStart ? START_INTERVAL_MICROS : CALL_INTERVAL_MICROS;
  const flags = ["--cpu-prof", "--cpu-prof-dir", profiles, "--cpu-prof-interval", String(interval)];
  const lab = withFlags(subjectsOf(join(readable, "bin.cjs")).lab, flags);
  if (isStart) {
    const timed = withFlags(subjectsOf(command).lab, ["-r", preload]);
    const starts = [];
    for (let i = 0; i < STARTS; i++) starts.push(readLoadTimes((await start(timed, what)).stderr));
    process.stdout.write(renderLoadTimes(starts));
    for (let i = 0; i < STARTS; i++) await start(lab, what);
  } else {
    const subject = what.startsWith("fault-") ? { ...lab, call: FAULT } : lab;
    await (what.endsWith("stdio") ? callLines(subject) : callHttp(subject));
  }
  const { functions, modules } = readProfiles(profiles);
  process.stdout.write(`\nSelf time of one process, by module\n${top(modules, 30)}`);
  process.stdout.write(`\nSelf time of one process, by function\n${top(functions, 45)}`);
  return 0;
}

/**
 * @param {Subject} subject
 * @param {readonly string[]} flags of node
 * @returns {Subject}
 */
function withFlags(subject, flags) {
  return { ...subject, lines: [...flags, ...subject.lines], http: [...flags, ...subject.http] };
}

/**
 * Starts a server, asks it once, and lets it end.
 * @param {Subject} subject
 * @param {string} what
 */
async function start(subject, what) {
  if (what === "start-http") {
    const { child, place } = await startHttp(subject);
    await askHttpOnce(place.port, post(place, INITIALIZE));
    await child.end("SIGTERM");
    return child;
  }
  const child = new Child({ args: subject.lines });
  await askOnce(child, INITIALIZE);
  await child.end("eof");
  return child;
}

/** @param {Subject} subject */
async function callLines(subject) {
  const child = await openLines(subject);
  for (const era of subject.eras) {
    await lineBlock(child, { calls: CALLS, inFlight: WIDTH, text: callTexts(subject.call, era) });
  }
  await child.end("eof");
}

/** @param {Subject} subject */
async function callHttp(subject) {
  const { child, place } = await openHttp(subject);
  for (const era of subject.eras) {
    const request = callRequests(subject.call, era, place);
    await httpBlock({ port: place.port, pid: child.pid, calls: CALLS, connections: WIDTH, request });
  }
  await child.end("SIGTERM");
}
