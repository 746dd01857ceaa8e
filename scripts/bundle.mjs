// What is built from which source, for the released build (build.mjs) and for runs from source (dev.mjs).
import { chmod, readFile, writeFile } from "node:fs/promises";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const LIBRARY_ENTRIES = ["index", "testing"];

// Names of functions and classes stay, so that a stack trace in a bug report can be read.
const KEEP_NAMES = { function: true, class: true };
const MINIFY = {
  compress: { keepNames: KEEP_NAMES },
  mangle: { keepNames: KEEP_NAMES },
  codegen: { removeWhitespace: true },
};

/** Library entries that exist already, by name. */
export function libraryEntries() {
  return LIBRARY_ENTRIES.filter((name) => existsSync(join(root, "src", `${name}.ts`)));
}

/** Values written into the code in place of the constants of build-constants.d.ts. */
export async function buildConstants() {
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  return { __VERSION__: JSON.stringify(manifest.version) };
}

/**
 * The command line: one small CommonJS entry, CommonJS chunks beside it that are loaded on demand. CommonJS, because an
 * ES module as entry makes a start a fifth slower.
 * @param {string} outDir
 * @param {{ minify?: boolean }} [options]
 */
export async function bundleCommand(outDir, { minify = true } = {}) {
  const modules = await bundle(
    { bin: join(root, "src/cli/main.ts") },
    {
      dir: outDir,
      format: "cjs",
      entryFileNames: "bin.cjs",
      chunkFileNames: "cli/[name].cjs",
      banner: (chunk) => (chunk.isEntry ? "#!/usr/bin/env node" : ""),
      minify: minify ? MINIFY : false,
      codeSplitting: { groups: chunkGroups() },
      plugins: [asChunks],
    },
  );
  await chmod(join(outDir, "bin.cjs"), 0o755);
  return modules;
}

/** The form in which the command's files are written. */
const asChunks = {
  name: "as-chunks",
  /**
   * @param {unknown} _
   * @param {import("rolldown").OutputBundle} files
   */
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== "chunk") continue;
      const code = asciiOnly(file.code, file.fileName);
      file.code = file.isEntry ? code : asChunk(code);
    }
  },
};

/**
 * A text of ASCII alone takes half the memory while it is read and compiled: one "…" makes V8 keep two bytes for each character.
 * @param {string} code
 * @param {string} fileName
 */
function asciiOnly(code, fileName) {
  // Strings, templates and patterns know the same escape; a backslash before it would take it away.
  if (/\\\P{ASCII}/u.test(code)) throw new Error(`${fileName} has a backslash before a character that is not ASCII`);
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * A CommonJS module that is, run as a script by itself, the function of the module: src/cli/chunk-loader.ts compiles the text as it
 * is, where Node.js copies it to put a function around.
 * @param {string} code
 */
function asChunk(code) {
  const own = "exports,require,module,__filename,__dirname";
  return `(f=>typeof module=="object"?f(${own}):f)(function(${own}){${code}\n})\n`;
}

/**
 * What one command needs at its start stands in one file: each further one costs about 0.3 ms to find, read and compile. What is
 * there twice goes to the first that names it; what is imported on demand stays apart.
 */
function chunkGroups() {
  const taken = new Set();
  return START_CHUNKS.map(({ name, files }) => {
    const own = new Set([...files()].filter((id) => !taken.has(id)));
    for (const id of own) taken.add(id);
    return { name, test: (/** @type {string} */ id) => own.has(id), priority: 1 };
  });
}

/** @type {{ name: string, files: () => Set<string> | string[] }[]} */
const START_CHUNKS = [
  chunk("command-line", "cli/command-line.ts", "cli/process-io.ts", "protocol/revision.ts"),
  // What both ends of a stdio connection need: where a server runs in a process of its own, neither loads the other.
  {
    name: "common",
    files: () => {
      const server = new Set([...filesOf("serve"), ...filesOf("http")]);
      return [...filesOf("run"), ...filesOf("load-and-run")].filter((id) => server.has(id));
    },
  },
  chunk("serve", "cli/commands/serve-command.ts", "transports/stdio/process-link.ts", "server/create-fault-server.ts"),
  chunk("http", "server/http-face.ts"),
  chunk("listen", "server/listen.ts", "transports/http/node-listener.ts"),
  chunk("run", "cli/commands/run.ts"),
  chunk("load-and-run", "cli/load-and-run.ts", "targets/own-stdio.ts", "targets/in-process.ts"),
  chunk("judge", "scenarios/scenario-judge.ts"),
];

/**
 * @param {string} name
 * @param {...string} entries under src/
 */
function chunk(name, ...entries) {
  return { name, files: () => staticImports(entries.map((file) => join(root, "src", file))) };
}

/**
 * @param {string} name
 * @returns {Iterable<string>}
 */
function filesOf(name) {
  return START_CHUNKS.find((each) => each.name === name)?.files() ?? [];
}

/**
 * The files of ours that are loaded with `entries`: all that they import, but not what they import on demand or for types alone.
 * @param {readonly string[]} entries
 */
function staticImports(entries) {
  const found = new Set(entries);
  for (const file of found) {
    const source = readFileSync(file, "utf8");
    for (const [, clause = "", path = ""] of source.matchAll(
      /^(?:import|export)\s+([^"';]*?)\s*from\s*"(\.[^"]+)";/gms,
    )) {
      if (!clause.startsWith("type ")) found.add(join(dirname(file), path));
    }
  }
  return found;
}

/**
 * The library: ES modules, not minified.
 * @param {string} outDir
 */
export async function bundleLibrary(outDir) {
  const input = Object.fromEntries(libraryEntries().map((name) => [name, join(root, "src", `${name}.ts`)]));
  if (Object.keys(input).length === 0) return [];
  return bundle(input, {
    dir: outDir,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
  });
}

/**
 * The licences of all packages whose code is in the bundles, in one file: they ask to be handed on.
 * @param {string} outDir
 * @param {readonly string[]} modules
 */
export async function writeNotices(outDir, modules) {
  /** @type {Set<string>} */
  const packages = new Set();
  for (const id of modules) {
    const match = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id);
    if (match?.[1] !== undefined) packages.add(match[1]);
  }
  const notices = [];
  for (const folder of packages) {
    const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const file = ["LICENSE", "LICENSE.md", "LICENCE", "license"].find((each) => existsSync(join(folder, each)));
    if (file === undefined) throw new Error(`${name} ${version} is bundled and has no licence file`);
    notices.push(`${name} ${version} (${license})\n\n${(await readFile(join(folder, file), "utf8")).trim()}\n`);
  }
  if (notices.length === 0) return;
  await writeFile(join(outDir, "THIRD-PARTY-LICENSES.txt"), notices.sort().join(`\n${"-".repeat(80)}\n\n`));
}

/**
 * @param {Record<string, string>} input
 * @param {import("rolldown").OutputOptions} output
 * @returns {Promise<string[]>} the modules that went in
 */
async function bundle(input, output) {
  /** @type {string[]} */
  const warnings = [];
  const build = await rolldown({
    cwd: root,
    input,
    platform: "node",
    external: [/^node:/, /^@modelcontextprotocol\//],
    // The same parser as ES modules: what is not used falls away, and it loads a fifth of a start faster.
    resolve: { alias: { yaml: join(root, "node_modules/yaml/browser/index.js") } },
    transform: { define: await buildConstants(), target: "node20" },
    onLog(level, log) {
      if (level === "warn") warnings.push(log.message);
    },
  });
  try {
    const result = await build.write(output);
    if (warnings.length > 0) throw new Error(`The bundler warns:\n${warnings.join("\n")}`);
    return result.output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
  } finally {
    await build.close();
  }
}
