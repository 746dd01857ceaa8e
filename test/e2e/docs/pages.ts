import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../gates/source-files.ts";

/** A page of the documentation. */
export interface Page {
  /** Relative to the repository. */
  readonly path: string;
  readonly text: string;
}

/** A fenced block of a page. */
export interface Block {
  readonly page: string;
  /** The line of its fence, 1 for the first. */
  readonly line: number;
  readonly language: string;
  /** `title="…"`: the file that a reader saves it as. */
  readonly title: string | undefined;
  /** The other words behind the language: what the block is. */
  readonly words: readonly string[];
  readonly text: string;
}

const AT_THE_TOP = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];
/** Every file is generated from the declarations; what they hold is tested with these. */
const GENERATED = ["docs/faults", "docs/checks", "docs/modes"];

/** The pages that are written by hand, and docs/command-line.md. */
export const PAGES: readonly Page[] = read([...AT_THE_TOP, ...markdownIn("docs")]);

/** The reference pages. */
export const REFERENCE: readonly Page[] = read(GENERATED.flatMap(markdownIn));

/** The fenced blocks of a page, in order. */
export function blocksOf({ path, text }: Page): Block[] {
  const blocks: Block[] = [];
  let open: { line: number; info: string; lines: string[] } | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    if (open === undefined) {
      const fence = /^```(\S.*)?$/.exec(line);
      if (fence !== null) open = { line: index + 1, info: fence[1] ?? "", lines: [] };
    } else if (line === "```") {
      blocks.push(blockOf(path, open.line, open.info, open.lines));
      open = undefined;
    } else open.lines.push(line);
  }
  if (open !== undefined) throw new Error(`${path}:${open.line}: a block without an end`);
  return blocks;
}

/** A page without its fenced blocks; every line keeps its number. */
export function proseOf({ text }: Page): string {
  return text.replace(/^```[^]*?^```$/gm, (block) => block.replace(/.+/g, ""));
}

function blockOf(page: string, line: number, info: string, lines: readonly string[]): Block {
  const title = /title="([^"]*)"/.exec(info)?.[1];
  const [language = "", ...words] = info
    .replace(/title="[^"]*"/, "")
    .split(/\s+/)
    .filter((word) => word !== "");
  return { page, line, language, title, words, text: lines.join("\n") };
}

function markdownIn(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(".md"));
  return names.sort().map((name) => `${folder}/${name}`);
}

function read(paths: readonly string[]): Page[] {
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}
