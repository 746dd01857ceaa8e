import type { CommandSpec, OptionSpec, OptionTable } from "./define-command.ts";
import { COMMANDS, GLOBAL_OPTIONS, RUN, SERVE } from "./options.ts";
import { wrap } from "./wrap.ts";

const WIDTH = 96;

/** The top page, or the page of one command, from the very tables that the parser reads. */
export function renderHelp(about?: CommandSpec): string {
  return `${(about === undefined ? topPage() : commandPage(about)).join("\n")}\n`;
}

function topPage(): string[] {
  return [
    "mcp-failure-lab makes the failures of MCP connections happen on purpose, and shows what happens",
    "next on the same connection.",
    "",
    "Usage: mcp-failure-lab COMMAND [OPTIONS]",
    "",
    "Commands:",
    ...columns(COMMANDS.map(({ name, operands, summary }) => [`${name} ${operands}`.trim(), summary])),
    "",
    "Options of most use:",
    ...columns([
      optionRow("transport", SERVE.options.transport),
      optionRow("report", RUN.options.report),
      ...Object.entries(GLOBAL_OPTIONS).map(([name, spec]) => optionRow(name, spec)),
    ]),
    "",
    "Examples:",
    ...columns(COMMANDS.flatMap(({ examples }) => examples.slice(0, 1)).map(exampleRow)),
  ];
}

function commandPage({ name, summary, operands, description, options, examples }: CommandSpec): string[] {
  const own = Object.entries(options as OptionTable);
  const usage = ["mcp-failure-lab", name, operands, own.length > 0 ? "[OPTIONS]" : ""].filter((part) => part !== "");
  return [
    `mcp-failure-lab ${name}: ${summary}`,
    "",
    `Usage: ${usage.join(" ")}`,
    ...description.flatMap((paragraph) => ["", ...wrap(paragraph, WIDTH)]),
    "",
    "Options:",
    ...columns([...own, ...Object.entries<OptionSpec>(GLOBAL_OPTIONS)].map(([key, spec]) => optionRow(key, spec))),
    "",
    "Examples:",
    ...columns(examples.map(exampleRow)),
  ];
}

type Row = readonly [left: string, right: string];

function optionRow(name: string, spec: OptionSpec): Row {
  const short = spec.short === undefined ? "" : `-${spec.short}, `;
  return [`${short}--${name}${valueOf(spec)}`, `${spec.summary}${notes(spec)}`];
}

function valueOf(spec: OptionSpec): string {
  switch (spec.type) {
    case "flag":
      return "";
    case "choice":
      return ` ${spec.choices.join("|")}`;
    case "text":
    case "number":
      return ` ${spec.value}`;
    default:
      return spec satisfies never;
  }
}

function notes(spec: OptionSpec): string {
  const all: string[] = [];
  if (spec.type === "number") all.push(`${spec.min} to ${spec.max}`);
  if ("default" in spec && spec.default !== undefined) all.push(`default ${spec.default}`);
  if (spec.only !== undefined) all.push(`${spec.only} only`);
  return all.length === 0 ? "" : ` (${all.join(", ")})`;
}

function exampleRow({ line, does }: CommandSpec["examples"][number]): Row {
  return [`mcp-failure-lab ${line}`, does];
}

/** Two columns; a left side that is too wide for its column has a line of its own. */
function columns(rows: readonly Row[]): string[] {
  const left = Math.min(34, Math.max(...rows.map(([text]) => text.length))) + 2;
  return rows.flatMap(([name, text]) => {
    const [first = "", ...more] = wrap(text, WIDTH - left - 2);
    const rest = more.map((line) => " ".repeat(left + 2) + line);
    if (name.length + 2 > left) return [`  ${name}`, " ".repeat(left + 2) + first, ...rest];
    return [`  ${name.padEnd(left)}${first}`, ...rest];
  });
}
