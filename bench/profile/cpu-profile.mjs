// Reads V8's CPU profiles and says where the time was spent, by function and by source module.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * @typedef {object} ProfileNode
 * @property {number} id
 * @property {{ functionName: string, url: string, lineNumber: number }} callFrame
 */
/** @typedef {{ nodes: ProfileNode[], samples: number[], timeDeltas: number[] }} CpuProfile */
/** @typedef {Map<string, number>} Times milliseconds by name */

/**
 * Self time of all profiles in a folder, in milliseconds of one profile.
 * @param {string} folder
 */
export function readProfiles(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith(".cpuprofile"));
  if (files.length === 0) throw new Error("The process has left no profile");
  const regions = new Regions();
  /** @type {Times} */
  const functions = new Map();
  /** @type {Times} */
  const modules = new Map();
  for (const file of files) {
    /** @type {CpuProfile} */
    const profile = JSON.parse(readFileSync(join(folder, file), "utf8"));
    const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
    profile.samples.forEach((id, index) => {
      const frame = nodes.get(id)?.callFrame;
      if (frame === undefined) return;
      const ms = (profile.timeDeltas[index] ?? 0) / 1000 / files.length;
      const module = regions.moduleOf(frame);
      add(modules, module, ms);
      add(functions, `${frame.functionName || "(anonymous)"}  ${module}:${regions.lineIn(frame)}`, ms);
    });
  }
  return { functions, modules };
}

/**
 * The largest entries, as lines with milliseconds and share.
 * @param {Times} times
 * @param {number} count
 */
export function top(times, count) {
  const busy = [...times].filter(([name]) => !/^\((idle|program)\)/.test(name));
  const all = busy.reduce((sum, [, ms]) => sum + ms, 0);
  return busy
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, ms]) => `${ms.toFixed(2).padStart(9)} ms ${((100 * ms) / all).toFixed(1).padStart(5)} %  ${name}\n`)
    .join("");
}

/**
 * @param {Times} times
 * @param {string} name
 * @param {number} ms
 */
function add(times, name, ms) {
  times.set(name, (times.get(name) ?? 0) + ms);
}

/** The bundler marks where each source begins; so a place in a chunk can be traced to its source. */
class Regions {
  /** @type {Map<string, { line: number, name: string }[]>} */
  #files = new Map();

  /** @param {ProfileNode["callFrame"]} frame */
  moduleOf(frame) {
    return this.#regionOf(frame)?.name ?? shortUrl(frame.url);
  }

  /** @param {ProfileNode["callFrame"]} frame */
  lineIn(frame) {
    return frame.lineNumber - (this.#regionOf(frame)?.line ?? -1);
  }

  /** @param {ProfileNode["callFrame"]} frame */
  #regionOf({ url, lineNumber }) {
    if (!url.startsWith("file:")) return undefined;
    let regions = this.#files.get(url);
    if (regions === undefined) {
      regions = readFileSync(fileURLToPath(url), "utf8")
        .split("\n")
        .flatMap((text, line) => {
          const name = /^\/\/ ((?:src|\S*node_modules)\/\S+)$/.exec(text)?.[1];
          return name === undefined ? [] : [{ line, name: name.replace(/^.*node_modules\//, "") }];
        });
      this.#files.set(url, regions);
    }
    return regions.findLast(({ line }) => line <= lineNumber);
  }
}

/** @param {string} url */
function shortUrl(url) {
  if (url === "") return "(V8)";
  return url.startsWith("node:") ? url : url.replace(/^.*\//, "");
}
