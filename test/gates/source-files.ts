import { readFileSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "rolldown/utils";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Paths as in the repository, with `/`, and what the files hold. */
export type Sources = ReadonlyMap<string, string>;

/** Every TypeScript file below a folder of the repository. */
export function readSources(folder: string): Sources {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.sort().map((file) => [relative(root, file).split(sep).join("/"), readFileSync(file, "utf8")]));
}

/** A node of the syntax tree, of whatever type. */
export type SyntaxNode = { readonly type: string; readonly [key: string]: unknown };

/** Every node of a file's syntax tree, types included. */
export function* syntaxNodes(path: string, source: string): Generator<SyntaxNode> {
  const { program, errors } = parseSync(path, source);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const pending: unknown[] = [program];
  while (pending.length > 0) {
    const value = pending.pop();
    if (Array.isArray(value)) pending.push(...value);
    else if (isRecord(value)) {
      if (isNode(value)) yield value;
      pending.push(...Object.values(value));
    }
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

export function isNode(value: unknown): value is SyntaxNode {
  return isRecord(value) && typeof value["type"] === "string";
}
