import { LabError } from "../../base/errors.ts";
import { nearestFew } from "../../base/nearest.ts";
import { faultFacts, type FaultFacts } from "../../faults/fault-facts.ts";
import { FAULTS } from "../../faults/index.ts";
import { CHANGES } from "../../healthy/changes/catalogue.ts";
import { changeFacts } from "../../healthy/changes/change-facts.ts";
import { explainFault } from "../explain-fault.ts";
import { wrap } from "../wrap.ts";

/** Width of lines where the output is no terminal. */
const DEFAULT_WIDTH = 100;
const INDENT = "      ";

export interface FaultsIo {
  /** Takes the output. */
  out(text: string): void;
  /** Columns of the terminal; undefined where the output is none. */
  readonly columns?: number | undefined;
}

export interface FaultsOptions {
  /** The one fault or change to explain; all are listed where it is left out. */
  readonly name?: string | undefined;
  /** Prints an array of facts, of one fault where it is named. */
  readonly json: boolean;
}

/**
 * Lists the faults and the changes that rules arm, or explains one. Returns the exit code. Throws a `LabError` (`invalid_arguments`) where none bears
 * the name.
 */
export function faultsCommand({ name, json }: FaultsOptions, io: FaultsIo): 0 {
  const all = [...FAULTS.map(faultFacts), ...CHANGES.map(changeFacts)];
  const facts = name === undefined ? all : [find(name, all)];
  const [first] = facts;
  if (json) io.out(`${JSON.stringify(facts, null, 2)}\n`);
  else if (name !== undefined && first !== undefined) io.out(explainFault(first, io.columns ?? DEFAULT_WIDTH));
  else io.out(list(facts, io.columns ?? DEFAULT_WIDTH));
  return 0;
}

function find(name: string, all: readonly FaultFacts[]): FaultFacts {
  const found = all.find((each) => each.name === name);
  if (found !== undefined) return found;
  const near = nearestFew(
    name,
    all.map((each) => each.name),
  );
  const meant = near.length === 0 ? "" : `Did you mean ${near.join(" or ")}? `;
  const hint = `${meant}"mcp-failure-lab faults" lists all`;
  throw new LabError("invalid_arguments", `there is no fault named ${JSON.stringify(name)}`, { hint });
}

function list(facts: readonly FaultFacts[], width: number): string {
  const groups = new Map<string, FaultFacts[]>();
  for (const each of facts) groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
  const lines = [...groups].flatMap(([group, members]) => [
    group,
    ...members.flatMap((each) => entry(each, width)),
    "",
  ]);
  return `${[...lines, 'Explain one: "mcp-failure-lab faults NAME"'].join("\n")}\n`;
}

function entry({ name, summary, shapes, eras }: FaultFacts, width: number): string[] {
  const where = `${shapes.join(", ")}; ${eras.join(" and ")} era`;
  return [
    `  ${name}`,
    ...[summary, where].flatMap((text) => wrap(text, width - INDENT.length)).map((text) => INDENT + text),
  ];
}
