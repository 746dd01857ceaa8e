import type { ClauseFacts, FaultFacts, ParameterFacts } from "../faults/fault-facts.ts";
import { wrap } from "./wrap.ts";

const INDENT = "  ";

/** Everything about one fault, as text to read in a terminal. */
export function explainFault(facts: FaultFacts, width: number): string {
  const paragraph = (text: string) => wrap(text, width - INDENT.length).map((line) => INDENT + line);
  const section = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ["", `${title}:`, ...lines]);
  const { name, title, summary, parameters, examples } = facts;
  return `${[
    `${name}: ${title}`,
    "",
    ...paragraph(summary),
    ...section(
      "Parameters",
      parameters.length === 0 ? [`${INDENT}none`] : parameters.flatMap((each) => parameter(each, width)),
    ),
    ...section("Where it works", places(facts).flatMap(paragraph)),
    ...section(
      "Clauses that it breaks",
      facts.breaks.length === 0
        ? [`${INDENT}none: a correct peer may do this`]
        : facts.breaks.flatMap((each) => clause(each, width)),
    ),
    ...section(
      "Clauses that it puts to the test",
      facts.exercises.flatMap((each) => clause(each, width)),
    ),
    ...section("What a robust peer does", [
      ...paragraph(facts.robust),
      ...paragraph(`It may report: ${facts.tolerates.join(", ")}.`),
    ]),
    ...section("Call its tool", facts.call === undefined ? [] : [`${INDENT}${JSON.stringify(facts.call)}`]),
    ...section(
      "Other parameters to try",
      examples.slice(1).map((example) => `${INDENT}${JSON.stringify(example)}`),
    ),
    ...section("As a scenario", facts.scenario === undefined ? [] : json(facts.scenario)),
    ...section("As a rule", ruleLine(facts)),
  ].join("\n")}\n`;
}

/** What `serve` takes; rules about what a client sends are none of its. */
function ruleLine({ rule, shapes, direction }: FaultFacts): string[] {
  if (rule === undefined) return [];
  if (direction === "to-server") return [`${INDENT}${rule}`];
  const transport = shapes.includes("stdio") ? "" : "--transport http ";
  return [`${INDENT}${transport}--rule '${rule}'`];
}

function parameter({ name, allowed, required, default: value, description }: ParameterFacts, width: number): string[] {
  const presence = required ? "required" : `default ${JSON.stringify(value)}`;
  const text = wrap(description, width - 2 * INDENT.length).map((line) => INDENT + INDENT + line);
  return [`${INDENT}${name} (${allowed}; ${presence})`, ...text];
}

/** Where a fault works and how it is armed, a sentence each. */
export function places(facts: FaultFacts): string[] {
  const { shapes, eras, direction, methods = [], at, needs, armedBy, toolOnlyUnder, group } = facts;
  const what = group === "changes" ? "alters what the server offers" : `acts on ${SENDERS[direction]}`;
  const sentences = [`On ${shapes.join(", ")}; in the ${eras.join(" and the ")} era; ${what}.`];
  if (methods.length > 0) sentences.push(`On the methods ${methods.join(", ")}.`);
  if (at.length > 0) sentences.push(`On exchanges without a request: ${at.join(", ")}.`);
  if (needs.length > 0) sentences.push(`Needs ${needs.map((need) => NEEDS[need] ?? need).join(" and ")}.`);
  const under = toolOnlyUnder === undefined ? "" : ` (under ${toolOnlyUnder})`;
  sentences.push(`Armed by ${armedBy.map((way) => (way === "tool" ? `its tool${under}` : "a rule")).join(" or ")}.`);
  return sentences;
}

const SENDERS = {
  "to-client": "what the server sends",
  "to-server": "what the client sends",
  both: "what either side sends",
};

const NEEDS: Readonly<Record<string, string>> = {
  session: "an initialized HTTP session",
  "progress-token": "a progress token in the request",
  "cancel-message": "a transport on which a cancel is a message",
  "child-process": "a server that runs as a process of its own",
  socket: "a real socket",
};

function clause({ code, says, sources }: ClauseFacts, width: number): string[] {
  return [
    ...wrap(`${code}: ${says}`, width - INDENT.length).map((line) => INDENT + line),
    ...sources.map(({ level, address }) => `${INDENT}${INDENT}${level}  ${address}`),
  ];
}

function json(value: unknown): string[] {
  return JSON.stringify(value, null, 2)
    .split("\n")
    .map((line) => INDENT + line);
}
