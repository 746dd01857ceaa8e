// Loaded before the command (node -r): says on stderr, when the process ends, what was loaded, when, and how long each took.
"use strict";
const Module = require("node:module");
const { readFileSync } = require("node:fs");
const { performance } = require("node:perf_hooks");
const { Script } = require("node:vm");

/** @typedef {{ name: string, file: string | undefined, begun: number, totalMs: number, selfMs: number }} Load */

/** @type {Load[]} */
const loads = [];
/** @type {Set<string>} */
const seen = new Set();
/** @type {{ nestedMs: number }[]} */
const open = [];
const begun = performance.now();
/** @type {number | undefined} */
let firstOutput;

// Node.js keeps this function public for exactly such tools, and gives it no type.
const loader = /** @type {{ _load: Function, _cache: Record<string, unknown> }} */ (/** @type {unknown} */ (Module));
const original = loader._load;
/**
 * @param {string} request
 * @param {{ filename?: string } | undefined} parent
 * @param {boolean} isMain
 */
loader._load = function (request, parent, isMain) {
  const known = new Set(Object.keys(loader._cache));
  const frame = { nestedMs: 0 };
  open.push(frame);
  const start = performance.now();
  try {
    return Reflect.apply(original, this, [request, parent, isMain]);
  } finally {
    const totalMs = performance.now() - start;
    open.pop();
    const outer = open.at(-1);
    if (outer !== undefined) outer.nestedMs += totalMs;
    const file = Object.keys(loader._cache).filter((each) => !known.has(each))[0];
    const isNew = file !== undefined || (!seen.has(request) && request.startsWith("node:"));
    seen.add(request);
    if (isNew) loads.push({ name: request, file, begun: start, totalMs, selfMs: totalMs - frame.nestedMs });
  }
};

for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream);
  stream.write = /** @type {typeof write} */ (
    (/** @type {Parameters<typeof write>} */ ...args) => {
      firstOutput ??= performance.now();
      return write(...args);
    }
  );
}

/** How long the text alone takes to compile; told apart from the one that is compiled already by its end. */
function compile(/** @type {string} */ file) {
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, "utf8")}\n// again\n})`;
  const start = performance.now();
  void new Script(source.replace(/^\(function([^{]*)\{#!.*/, "(function$1{"));
  return { compileMs: performance.now() - start, bytes: source.length };
}

process.on("exit", () => {
  const timing = performance.nodeTiming;
  const compiled = loads.map((load) => (load.file === undefined ? load : { ...load, ...compile(load.file) }));
  const told = { bootstrapMs: timing.bootstrapComplete, begun, firstOutput, loads: compiled };
  require("node:fs").writeSync(2, `\n@load-times ${JSON.stringify(told)}\n`);
});
