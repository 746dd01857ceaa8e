import { posix } from "node:path";
import { isNode, syntaxNodes, type Sources } from "./source-files.ts";

/** From the ground up. A file imports only from lower floors and from its own folder. */
export const FLOORS: readonly (readonly string[])[] = [
  ["base"],
  ["protocol"],
  ["wire"],
  ["faults", "transports", "history"],
  ["plan", "checks", "trace"],
  ["healthy", "client", "authorization"],
  ["server", "proxy"],
  ["targets", "harness"],
  ["scenarios"],
  ["reports", "lock", "modes"],
  ["observatory"],
  ["cli"],
];

/** Catalogues: the only `index.ts` that other folders may import. */
const CATALOGUES = ["src/faults/index.ts", "src/checks/index.ts"];

/** What is wrong with who imports whom, one line each; type-only imports count. */
export function floorViolations(sources: Sources): string[] {
  const graph = new Map([...sources].map(([path, source]) => [path, relativeImports(path, source)]));
  const violations = [...graph].flatMap(([path, imports]) =>
    imports.flatMap((target) => violation(path, target) ?? []),
  );
  return [...violations, ...cycles(graph).map((cycle) => `cycle: ${cycle.join(" -> ")}`)];
}

function relativeImports(path: string, source: string): string[] {
  const specifiers = [...syntaxNodes(path, source)].flatMap(({ source: from }) =>
    isNode(from) && from.type === "Literal" ? String(from["value"]) : [],
  );
  const relative = specifiers.filter((specifier) => specifier.startsWith("."));
  return [...new Set(relative)].map((specifier) => posix.join(posix.dirname(path), specifier));
}

function violation(path: string, target: string): string | undefined {
  const [from, to] = [folderOf(path), folderOf(target)];
  const says = (what: string) => `${path} imports ${target}: ${what}`;
  if (!target.startsWith("src/")) return says("outside src");
  if (!target.endsWith(".ts")) return says("a relative import ends with .ts");
  if (from === to) return undefined;
  if (to === "") return says("the public entries are imported by nobody");
  if (target.endsWith("/index.ts") && !CATALOGUES.includes(target)) return says("import the file, not its index.ts");
  if (from === "") return to === "cli" ? says("the library does not know the command line") : undefined;
  const [own, other] = [floorOf(from), floorOf(to)];
  if (own < 0 || other < 0) return says(`no floor is known for ${own < 0 ? from : to}`);
  if (own === other) return says(`${from} and ${to} stand on the same floor`);
  return own < other ? says(`${to} stands above ${from}`) : undefined;
}

/** The folder directly below src; "" for the files there. */
function folderOf(path: string): string {
  const [, folder, rest] = path.split("/");
  return rest === undefined ? "" : (folder ?? "");
}

function floorOf(folder: string): number {
  return FLOORS.findIndex((folders) => folders.includes(folder));
}

function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) found.push([...trail.slice(start), path]);
    else if (!done.has(path)) for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}
