// Writes every file that derives from the declarations: `npm run generate`. With `--check` it writes nothing and names what is
// stale. A generator is a file of scripts/generators; to add one, write it and name it below.
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import prettier from "prettier";
import { root } from "./bundle.mjs";

/**
 * @typedef {object} Generator
 * @property {readonly string[]} [owns] folders in which every file is generated: what it does not make there has to go
 * @property {() => Promise<ReadonlyMap<string, string>>} generate texts by path, relative to the repository
 */

/** In this order: a later one may load what an earlier one has written. */
const GENERATORS = [
  "tool-schemas",
  "clauses",
  "fault-pages",
  "check-pages",
  "scenario-schema",
  "plan-schema",
  "history-schema",
  "command-line-page",
  "document-tables",
];

/**
 * What is not as it would be generated, one line each.
 * @param {{ write: boolean }} options
 */
export async function generate({ write }) {
  /** @type {string[]} */
  const stale = [];
  for (const name of GENERATORS) {
    /** @type {Generator} */
    const generator = await import(pathToFileURL(join(root, "scripts/generators", `${name}.mjs`)).href);
    const texts = await format(await generator.generate());
    for (const { path, text, problem } of await differences(texts, generator.owns ?? [])) {
      stale.push(`${path} ${problem}`);
      if (!write) continue;
      const file = join(root, path);
      if (text === undefined) await rm(file);
      else {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text);
      }
    }
  }
  return stale;
}

/**
 * How what lies below `base` differs from what it should be; without `text`, a file that should not be there.
 * @param {ReadonlyMap<string, string>} texts
 * @param {readonly string[]} owns
 * @returns {Promise<{ path: string, problem: string, text?: string }[]>}
 */
export async function differences(texts, owns, base = root) {
  const found = [];
  for (const [path, text] of texts) {
    const file = join(base, path);
    if (!existsSync(file)) found.push({ path, text, problem: "is missing" });
    else if ((await readFile(file, "utf8")) !== text) found.push({ path, text, problem: "is stale" });
  }
  for (const folder of owns) {
    const names = existsSync(join(base, folder)) ? await readdir(join(base, folder)) : [];
    const extra = names.map((name) => `${folder}/${name}`).filter((path) => !texts.has(path));
    found.push(...extra.map((path) => ({ path, problem: "belongs to nothing" })));
  }
  return found;
}

/** @param {ReadonlyMap<string, string>} texts */
async function format(texts) {
  /** @type {Map<string, string>} */
  const formatted = new Map();
  for (const [path, text] of texts) {
    const options = await prettier.resolveConfig(join(root, path));
    formatted.set(path, await prettier.format(text, { ...options, filepath: path }));
  }
  return formatted;
}

async function main() {
  const check = process.argv.includes("--check");
  const stale = await generate({ write: !check });
  for (const line of stale) console.log(check ? line : `${line}: written`);
  if (check && stale.length > 0) {
    console.log("Run: npm run generate");
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
