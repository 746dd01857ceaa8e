import { isScalar, LineCounter, parseDocument, visit, type Document as YamlDocument } from "yaml";
import { errorText } from "./errors.ts";
import { MAX_JSON_DEPTH, MAX_YAML_ALIASES, MAX_YAML_VALUES } from "./limits.ts";
import type { Document } from "./read-result.ts";

/** Most mistakes of one file that are told: a broken line often draws many more. */
const MAX_TOLD = 10;

/** Parses one YAML 1.2 document that stands for JSON data. Aliases are bounded; tags, merge keys and dates mean nothing special. */
export function parseYaml(text: string, quiet = false): Document {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    version: "1.2",
    schema: "core",
    strict: true,
    // The parser would compare each key with all others of its map: twenty thousand keys would take seconds.
    uniqueKeys: false,
    prettyErrors: false,
    lineCounter,
  });
  const mistakes = [...document.errors, ...document.warnings, ...repeatedKeys(document)];
  if (mistakes.length > 0) {
    const told = mistakes.slice(0, MAX_TOLD).map(({ pos, code, message }) => {
      const { line, col } = lineCounter.linePos(pos[0]);
      return `line ${line}, column ${col}: ${quiet ? code.toLowerCase().replaceAll("_", " ") : message}`;
    });
    return { problems: told };
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_YAML_ALIASES });
    const wrong = notJson(value);
    return wrong === undefined ? { value } : { problems: [wrong] };
  } catch (error) {
    return { problems: [quiet ? "an alias that stands for nothing, or too many of them" : errorText(error)] };
  }
}

interface Mistake {
  readonly pos: readonly [start: number, end: number];
  readonly code: string;
  readonly message: string;
}

/** Keys that stand twice in one map, the first few of them. As members of JSON objects keys are texts: `1` and `"1"` are the same. */
function repeatedKeys(document: YamlDocument.Parsed): Mistake[] {
  const repeated: Mistake[] = [];
  visit(document, {
    Map(_, map) {
      const names = new Set<string>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (names.has(name)) {
          const [start = 0, end = 0] = key.range ?? [];
          repeated.push({ pos: [start, end], code: "DUPLICATE_KEY", message: "Map keys must be unique" });
        }
        if (repeated.length > MAX_TOLD) return visit.BREAK;
        names.add(name);
      }
      return undefined;
    },
  });
  return repeated;
}

/** Why a parsed value is not JSON data; undefined where it is. YAML has more values, and aliases that lead back to themselves. */
function notJson(root: unknown): string | undefined {
  let values = 0;
  const visit = (value: unknown, depth: number): string | undefined => {
    if (depth > MAX_JSON_DEPTH) return `nested deeper than ${MAX_JSON_DEPTH} levels, or an alias within its own anchor`;
    if (++values > MAX_YAML_VALUES) return `more than ${MAX_YAML_VALUES} values, aliases resolved`;
    if (typeof value === "number" && !Number.isFinite(value)) return `${value} is not a number that JSON knows`;
    if (typeof value !== "object" || value === null) return undefined;
    const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
    if (!isPlain) return "binary data and other values that JSON does not know are not allowed";
    for (const member of Object.values(value)) {
      const wrong = visit(member, depth + 1);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };
  return visit(root, 0);
}
