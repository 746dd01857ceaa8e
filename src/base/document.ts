import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { extname } from "node:path";
import { errorText } from "./errors.ts";
import { positionOf, scanJson } from "./json-scan.ts";
import { MAX_DOCUMENT_BYTES, MAX_JSON_DEPTH } from "./limits.ts";
import type { Document } from "./read-result.ts";

/** Opening a pipe would otherwise wait for somebody who writes to it. Windows has no such flag. */
const NONBLOCK = process.platform === "win32" ? 0 : constants.O_NONBLOCK;

export interface DocumentOptions {
  /** Tells where a mistake is and what was expected, and repeats nothing of the file: it may hold secrets. */
  readonly quiet?: boolean;
}

/**
 * Reads a file that people write: JSON, or YAML where the name ends in `.yaml` or `.yml`. At most 1 MiB of UTF-8, a byte order
 * mark allowed; a key that stands twice in one object is refused. Never throws.
 */
export async function readDocument(file: string, { quiet = false }: DocumentOptions = {}): Promise<Document> {
  const text = readText(file);
  if (typeof text !== "string") return text;
  if (!isYaml(file)) return parseJson(text, quiet);
  // Only such a file pays for the parser: loading it takes as long as everything else together.
  const { parseYaml } = await import("./yaml-document.ts");
  return parseYaml(text, quiet);
}

function isYaml(file: string): boolean {
  return [".yaml", ".yml"].includes(extname(file).toLowerCase());
}

/** Synchronously: the files are small, and the threads that would read them cost a tenth of a start. */
function readText(file: string): string | Document {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | NONBLOCK);
    try {
      const stat = fstatSync(descriptor);
      if (!stat.isFile()) return problem("is not a regular file");
      const bytes = Buffer.alloc(Math.min(stat.size, MAX_DOCUMENT_BYTES) + 1);
      const bytesRead = readSync(descriptor, bytes, 0, bytes.length, 0);
      if (bytesRead > MAX_DOCUMENT_BYTES)
        return problem(`is larger than the ${MAX_DOCUMENT_BYTES} bytes that are allowed`);
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, bytesRead));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return problem(readFailure(error));
  }
}

function readFailure(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return "no such file";
    case "EISDIR":
      return "is a folder, not a file";
    case "EACCES":
    case "EPERM":
      return "may not be read (permission denied)";
    case "ERR_ENCODING_INVALID_ENCODED_DATA":
      return "is not UTF-8 text";
    default:
      return `cannot be read: ${errorText(error)}`;
  }
}

function parseJson(text: string, quiet: boolean): Document {
  const { syntax, duplicates } = scanJson(text, MAX_JSON_DEPTH);
  const problems = (syntax === undefined ? duplicates : [...duplicates, syntax]).map(({ offset, message }) => {
    const { line, column } = positionOf(text, offset);
    return `line ${line}, column ${column}: ${quiet ? message.replace(/, found .*$/s, "") : message}`;
  });
  return problems.length > 0 ? { problems } : { value: JSON.parse(text) as unknown };
}

function problem(text: string): Document {
  return { problems: [text] };
}
