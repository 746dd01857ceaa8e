// What is built from which source, for the released build (build.mjs) and for runs from source (dev.mjs).
import { chmod, readFile, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
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
    },
  );
  await chmod(join(outDir, "bin.cjs"), 0o755);
  return modules;
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
