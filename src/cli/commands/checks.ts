import { LabError } from "../../base/errors.ts";
import { nearest } from "../../base/nearest.ts";
import { checkFacts, type CheckFacts } from "../../checks/check-facts.ts";
import type { Check } from "../../checks/check.ts";
import { checkOf, CHECKS } from "../../checks/index.ts";
import { aboutWhom, explainCheck } from "../explain-check.ts";
import { wrap } from "../wrap.ts";

/** Width of lines where the output is no terminal. */
const DEFAULT_WIDTH = 100;
const INDENT = "      ";

export interface ChecksIo {
  /** Takes the output. */
  out(text: string): void;
  /** Columns of the terminal; undefined where the output is none. */
  readonly columns?: number | undefined;
}

export interface ChecksOptions {
  /** The one check to explain, by its code; all are listed where it is left out. */
  readonly name?: string | undefined;
  /** Prints an array of facts, of one check where it is named. */
  readonly json: boolean;
}

/**
 * Lists the checks, or explains one. Returns the exit code. Throws a `LabError` (`invalid_arguments`) where no check has the code.
 */
export function checksCommand({ name, json }: ChecksOptions, io: ChecksIo): 0 {
  const facts = (name === undefined ? CHECKS : [find(name)]).map(checkFacts);
  const [first] = facts;
  const width = io.columns ?? DEFAULT_WIDTH;
  if (json) io.out(`${JSON.stringify(facts, null, 2)}\n`);
  else if (name !== undefined && first !== undefined) io.out(explainCheck(first, width));
  else io.out(list(facts, width));
  return 0;
}

function find(name: string): Check {
  const code = name.toUpperCase();
  const check = checkOf(code);
  if (check !== undefined) return check;
  const codes = CHECKS.map(({ id }) => id);
  const meant = nearest(code, codes);
  const hint =
    meant === undefined
      ? `The checks are ${codes.join(", ")}`
      : `Did you mean ${meant}? "mcp-failure-lab checks" lists all`;
  throw new LabError("invalid_arguments", `there is no check named ${JSON.stringify(name)}`, { hint });
}

function list(all: readonly CheckFacts[], width: number): string {
  const entries = all.flatMap((facts) => [
    `  ${facts.check}  ${levels(facts)}  ${aboutWhom(facts)}`,
    ...wrap(facts.says, width - INDENT.length).map((line) => INDENT + line),
  ]);
  return `${[...entries, "", 'Explain one: "mcp-failure-lab checks CODE"'].join("\n")}\n`;
}

/** One level for each era, unless they agree. */
function levels({ revisions }: CheckFacts): string {
  return [...new Set(revisions.map(({ level }) => level))].join("/");
}
