import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../../src/base/is-record.ts";
import type { CommandLine, OptionTable } from "../../../src/cli/define-command.ts";
import { COMMANDS, GLOBAL_OPTIONS, type SERVE } from "../../../src/cli/options.ts";
import { parseCommandLine, type Asked } from "../../../src/cli/parse.ts";
import { parseRuleText } from "../../../src/plan/rule-text.ts";
import { createFaultServer } from "../../../src/server/create-fault-server.ts";
import { root } from "../../gates/source-files.ts";
import { blocksOf, proseOf, type Page } from "./pages.ts";

const OPTION = /(?<![\w-])--([a-z][a-z-]*)/g;

const OPTIONS: OptionTable = Object.assign(
  {},
  GLOBAL_OPTIONS,
  ...COMMANDS.map(({ options }) => options),
) as OptionTable;
const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const scripts = isRecord(manifest) && isRecord(manifest["scripts"]) ? Object.keys(manifest["scripts"]) : [];

/** Commands, options and npm scripts that a page names and that do not exist, one line each. */
export function unknownNames(page: Page): string[] {
  const inline = [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
  const problems = [...inline.flatMap(inlineProblems), ...typedLines(page).flatMap(lineProblems)];
  return problems.map((line) => `${page.path}: ${line}`);
}

/** The rules of `serve` commands on a page that could never act, one line each. */
export async function powerlessRules(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const words of typedLines(page).flatMap(commandsOf)) {
    const asked = words.includes("--rule") ? parsed(words.slice(words.indexOf("serve"))) : undefined;
    if (asked?.kind !== "command" || asked.command.name !== "serve") continue;
    // The parser has read the line with the table of `serve`.
    const { rule, transport } = (asked.line as unknown as CommandLine<typeof SERVE.options>).values;
    try {
      const rules = rule.map((text) => ({ rule: parseRuleText(text), where: text }));
      await createFaultServer({ version: "0.0.0", rules, transport });
    } catch (error) {
      problems.push(`${page.path}: ${String(error)}`);
    }
  }
  return problems;
}

/** The command lines of a page that are shown without their output; those with it are run. */
function typedLines(page: Page): string[] {
  const shown = blocksOf(page).filter(({ language }) => language === "sh");
  return shown.flatMap(({ text }) => text.split("\n"));
}

/** A command line as it is typed: understood by the very parser of the command. */
function lineProblems(line: string): string[] {
  const problems: string[] = [];
  for (const words of commandsOf(line)) {
    const [program, ...rest] = words[0] === "npx" ? words.slice(words[1] === "-y" ? 2 : 1) : words;
    if (program === "npm" && rest[0] === "run") {
      const [name = ""] = rest.slice(1).filter((word) => !word.startsWith("-"));
      if (!scripts.includes(name)) problems.push(`"npm run ${name}" is no script of the package`);
      if (name === "dev") problems.push(...understood(rest.slice(rest.indexOf("--") + 1)));
    }
    if (program === "mcp-failure-lab") problems.push(...understood(rest));
  }
  return problems;
}

/** What stands in a sentence: a whole line, one that begins with the command's name, or options alone. */
function inlineProblems(code: string): string[] {
  if (/^(npx |npm run |mcp-failure-lab )/.test(code) && !/[A-Z]{3,}/.test(code))
    return lineProblems(code).filter((line) => !line.includes(" needs ")); // the name of a command is no whole line
  const [first = ""] = code.split(" ");
  const command = COMMANDS.find(({ name }) => name === first.replace("mcp-failure-lab", code.split(" ")[1] ?? ""));
  if (command === undefined && !first.startsWith("--")) return [];
  const table: OptionTable = command === undefined ? OPTIONS : { ...command.options, ...GLOBAL_OPTIONS };
  const names = [...code.matchAll(OPTION)].map(([, name = ""]) => name);
  return names.filter((name) => !Object.hasOwn(table, name)).map((name) => `\`${code}\` names the option --${name}`);
}

function understood(words: readonly string[]): string[] {
  try {
    parseCommandLine(words);
    return [];
  } catch (error) {
    return [`"${words.join(" ")}": ${String(error)}`];
  }
}

function parsed(words: readonly string[]): Asked | undefined {
  return understood(words).length === 0 ? parseCommandLine(words) : undefined;
}

/** The commands of a line, split into words as a shell does. */
export function commandsOf(line: string): string[][] {
  const commands: string[][] = [[]];
  for (const [, quoted, doubled, operator, comment, plain] of line.matchAll(
    /'([^']*)'|"((?:[^"\\]|\\.)*)"|(&&|\|\||[|;&<>]+)|(#.*$)|([^\s'"|;&<>]+)/g,
  )) {
    if (comment !== undefined) break;
    if (operator !== undefined) commands.push([]);
    else commands.at(-1)?.push(quoted ?? doubled ?? plain ?? "");
  }
  return commands.filter((words) => words.length > 0);
}
