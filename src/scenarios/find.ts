import { readdirSync, realpathSync, statSync, type Dirent } from "node:fs";
import { extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { errorText } from "../base/errors.ts";
import { MAX_SCENARIO_FILES } from "../base/limits.ts";

/** A scenario file: where it is, and what reports call it. */
export interface FoundFile {
  readonly path: string;
  /** Relative to the working directory where it lies below, with `/` between folders. */
  readonly name: string;
}

export interface Found {
  /** In the order given, those of a folder or a pattern sorted by name; each file once. */
  readonly files: readonly FoundFile[];
  /** Exactly one path was given, and it is a file. */
  readonly isSingleFile: boolean;
  /** What yields nothing, each with its name and the reason. */
  readonly problems: readonly string[];
}

const EXTENSIONS = [".json", ".yaml", ".yml"];
const MAX_FOLDER_DEPTH = 32;
/** Of a pattern's part: the time that matching takes grows with each as the length of a name does. */
const MAX_STARS = 4;

/**
 * Finds the scenarios that paths, folders and patterns stand for. A path is taken as it is, whatever its name; a folder stands for
 * every `.json`, `.yaml` and `.yml` file in it and in the folders below, without linked and hidden folders and `node_modules`; a pattern
 * (`*`, `?`, `**`, `[…]`, `{…}`) for the files with these endings that match. The same file twice counts once.
 */
export async function findScenarios(given: readonly string[], cwd: string): Promise<Found> {
  const files = new Map<string, FoundFile>();
  const problems: string[] = [];
  let isSingleFile = false;
  for (const each of given) {
    const paths = await pathsOf(each, cwd).catch((error: unknown) => `cannot be read: ${errorText(error)}`);
    if (typeof paths === "string") problems.push(`${each}: ${paths}`);
    else if ("file" in paths) {
      isSingleFile = given.length === 1;
      add(files, paths.file, cwd);
    } else for (const path of paths) add(files, path, cwd);
    if (files.size > MAX_SCENARIO_FILES) {
      problems.push(`${each}: more than the ${MAX_SCENARIO_FILES} files that one run may have`);
      break;
    }
  }
  return { files: [...files.values()], isSingleFile, problems };
}

function add(files: Map<string, FoundFile>, path: string, cwd: string): void {
  const identity = realpathSync(path);
  if (!files.has(identity)) files.set(identity, { path, name: nameOf(path, cwd) });
}

/** The file that one argument names, the files that it stands for, or why there are none. */
async function pathsOf(given: string, cwd: string): Promise<{ file: string } | string[] | string> {
  const path = resolve(cwd, given);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) {
    const paths = filesBelow(path);
    return paths.length > 0 ? paths : `no scenario in this folder (no file that ends in ${EXTENSIONS.join(", ")})`;
  }
  if (found !== undefined) return { file: path };
  if (!isPattern(given)) return "no such file or folder";
  if (given.split("/").some((part) => part !== "**" && part.split("*").length - 1 > MAX_STARS))
    return `found a part with more than ${MAX_STARS} stars, allowed are ${MAX_STARS} between two slashes`;
  const paths = await filesMatching(given, cwd);
  return paths.length > 0 ? paths : `no scenario matches this pattern (files that end in ${EXTENSIONS.join(", ")})`;
}

/** Synchronously, as everything here: the threads that would do it cost a tenth of a start. */
function filesBelow(root: string): string[] {
  const found: string[] = [];
  const visit = (folder: string, depth: number): void => {
    if (depth > MAX_FOLDER_DEPTH || found.length > MAX_SCENARIO_FILES) return;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (isScenarioName(entry.name) && isFile(entry, path)) found.push(path);
      else if (entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules")
        visit(path, depth + 1);
    }
  };
  visit(root, 0);
  return found.sort(byName);
}

/** A link to a file counts as one; a link to a folder does not, since it may lead back. */
function isFile(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isFile();
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

async function filesMatching(pattern: string, cwd: string): Promise<string[]> {
  // Loaded only where a pattern is given: the start of every other run would pay for it.
  const { glob } = await import("tinyglobby");
  const paths = await glob(sep === "\\" ? pattern.replaceAll("\\", "/") : pattern, {
    cwd,
    absolute: true,
    onlyFiles: true,
    expandDirectories: false,
    ignore: ["**/node_modules/**"],
  });
  return paths
    .filter(isScenarioName)
    .map((path) => resolve(path))
    .sort(byName);
}

function isPattern(text: string): boolean {
  return /[*?[\]{}]|[!@+]\(/.test(text);
}

function isScenarioName(name: string): boolean {
  return EXTENSIONS.includes(extname(name).toLowerCase());
}

/** By code units, so that the order is the same on every machine and in every language. */
function byName(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function nameOf(path: string, cwd: string): string {
  const below = relative(cwd, path);
  const isBelow = below !== "" && below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
  return (isBelow ? below : path).split(sep).join("/");
}
