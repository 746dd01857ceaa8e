// Preloaded by scripts/code-cache.mjs: remembers each file of the command that is loaded, and at the end of the process writes what V8
// has compiled of it, the functions that were called included, for src/cli/chunk-loader.ts.
const { mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const path = require("node:path");
const { constants, Script } = require("node:vm");

const folder = process.env["CODE_CACHE_OF"] ?? "";
const cache = path.join(folder, "cache", `${process.version}-${process.platform}-${process.arch}`);
const scripts = new Map();

require.extensions[".cjs"] = (module, file) => {
  if (path.dirname(file) !== folder) {
    require.extensions[".js"](module, file);
    return;
  }
  const script = new Script(readFileSync(file, "utf8"), {
    filename: file,
    cachedData: read(codeOf(file)),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  scripts.set(file, script);
  const body = script.runInThisContext();
  body(module.exports, module.require.bind(module), module, file, folder);
};

process.on("exit", () => {
  mkdirSync(cache, { recursive: true });
  for (const [file, script] of scripts) writeFileSync(codeOf(file), script.createCachedData());
});

/** @param {string} file */
function codeOf(file) {
  return path.join(cache, `${path.basename(file)}.bin`);
}

/** @param {string} name */
function read(name) {
  try {
    return readFileSync(name); // of the run before: what it had compiled is kept
  } catch {
    return undefined;
  }
}
