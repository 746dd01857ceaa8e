import { parseArgs } from "node:util";
import { LabError } from "../base/errors.ts";
import { nearest } from "../base/nearest.ts";
import type { CommandLine, CommandSpec, OptionSpec, OptionTable, OptionValues } from "./define-command.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "./options.ts";

/** What a command line asks for. */
export type Asked =
  | { readonly kind: "version" }
  /** The top page, or the page of one command. */
  | { readonly kind: "help"; readonly about?: CommandSpec | undefined }
  | { readonly kind: "command"; readonly command: CommandSpec; readonly line: CommandLine };

/**
 * Understands the words after the command's name. Options stand where they like, also before the command. Throws
 * `invalid_arguments` for what it cannot take: an unknown command or option, a stray word, a value that is none, an option twice.
 */
export function parseCommandLine(args: readonly string[]): Asked {
  if (args.length === 0) return { kind: "help" };
  if (args.length > MAX_WORDS)
    throw invalid(`found ${args.length} words, allowed are at most ${MAX_WORDS}`, {
      hint: "Name a folder, or put a pattern in quotes",
    });
  refuseLongGroups(args);
  const command = findCommand(args);
  const line = readLine(args, { ...command?.options, ...GLOBAL_OPTIONS }, command);
  if (line.given.has("version")) return { kind: "version" };
  if (command === undefined) {
    if (line.given.has("help")) return { kind: "help" };
    const hint = `The commands are ${COMMANDS.map(({ name }) => name).join(", ")}`;
    throw invalid("no command is given", { hint });
  }
  const operands = line.operands.slice(1);
  if (line.given.has("help")) return { kind: "help", about: command };
  checkOperands(command, operands);
  if (command.name === "help") return { kind: "help", about: commandNamed(operands[0]) };
  return { kind: "command", command, line: { ...line, operands } };
}

/** The command is the first word that is neither an option nor an option's value. */
function findCommand(args: readonly string[]): CommandSpec | undefined {
  const [first = "-"] = args;
  if (!first.startsWith("-")) return commandNamed(first); // as it is nearly always: options need not be told apart
  const every = Object.fromEntries(COMMANDS.flatMap(({ options }) => Object.entries(options)));
  const word = tokensOf(args, { ...every, ...GLOBAL_OPTIONS }).find(({ kind }) => kind === "positional");
  return word?.kind === "positional" ? commandNamed(word.value) : undefined;
}

function commandNamed(name: string | undefined): CommandSpec | undefined {
  if (name === undefined) return undefined;
  const names = COMMANDS.map((command) => command.name);
  const command = COMMANDS.find((each) => each.name === name);
  if (command !== undefined) return command;
  const meant = nearest(name, names);
  throw invalid(`unknown command ${JSON.stringify(name)}`, {
    hint: meant === undefined ? `The commands are ${names.join(", ")}` : `Did you mean ${meant}?`,
  });
}

function readLine(args: readonly string[], table: OptionTable, command: CommandSpec | undefined): CommandLine {
  const texts = new Map<string, string[]>();
  const operands: string[] = [];
  for (const token of tokensOf(args, table)) {
    if (token.kind === "positional") operands.push(token.value);
    if (token.kind !== "option") continue;
    const spec = Object.hasOwn(table, token.name) ? table[token.name] : undefined;
    if (spec === undefined) throw unknownOption(token.rawName, table, command);
    const value = textOf(token, spec);
    const before = texts.get(token.name);
    if (before === undefined) texts.set(token.name, [value]);
    else if (spec.type === "flag" || (spec.type === "text" && spec.multiple === true)) before.push(value);
    else throw invalid(`--${token.name} is given twice`, { hint: "It takes one value" });
  }
  const values = Object.fromEntries(
    Object.entries(table).map(([name, spec]) => [name, valueOf(name, spec, texts.get(name))]),
  );
  // Built from the very table that the types derive from.
  return { operands, values: values as OptionValues<OptionTable>, given: new Set(texts.keys()) };
}

/** `-abc` is three options. Node.js takes quadratic time to pull them apart, and nobody has that many. */
function refuseLongGroups(args: readonly string[]): void {
  const end = args.indexOf("--");
  const words = end < 0 ? args : args.slice(0, end);
  const group = words.find((word) => word.length > MAX_GROUP_CHARACTERS && /^-[^-]/.test(word));
  if (group !== undefined) throw invalid(`unknown option ${group.slice(0, 20)}… (${group.length} characters)`);
}

const MAX_GROUP_CHARACTERS = 256;
/** Beyond that Node.js takes quadratic time, too. */
const MAX_WORDS = 16_000;

type Token = ReturnType<typeof tokensOf>[number];

function tokensOf(args: readonly string[], table: OptionTable) {
  const options = Object.fromEntries(
    Object.entries(table).map(([name, { type, short }]) => [
      name,
      { type: type === "flag" ? ("boolean" as const) : ("string" as const), ...(short === undefined ? {} : { short }) },
    ]),
  );
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function textOf(token: Extract<Token, { kind: "option" }>, spec: OptionSpec): string {
  const { rawName, value, inlineValue } = token;
  if (spec.type === "flag") {
    if (value !== undefined) throw invalid(`${rawName} takes no value, found ${JSON.stringify(value)}`);
    return "";
  }
  // A word that looks like an option is one that was meant to be one; "--name=value" says otherwise.
  const isMissing = value === undefined || (inlineValue === false && /^-[^\d]/.test(value));
  if (isMissing) throw invalid(`${rawName} needs a value: ${describe(spec)}`);
  return value;
}

function valueOf(name: string, spec: OptionSpec, texts: readonly string[] | undefined): unknown {
  const text = texts?.[0];
  switch (spec.type) {
    case "flag":
      return text !== undefined;
    case "text":
      if (texts?.includes("") === true) throw invalid(`--${name} needs a value: ${describe(spec)}`);
      return spec.multiple === true ? (texts ?? []) : (text ?? spec.default);
    case "choice":
      if (text === undefined || spec.choices.includes(text)) return text ?? spec.default;
      throw badValue(name, spec, text, nearest(text, spec.choices));
    case "number":
      if (text === undefined) return spec.default;
      if (!/^\d{1,15}$/.test(text) || Number(text) < spec.min || Number(text) > spec.max)
        throw badValue(name, spec, text, undefined);
      return Number(text);
    default:
      return spec satisfies never;
  }
}

function badValue(name: string, spec: OptionSpec, found: string, meant: string | undefined): LabError {
  return invalid(
    `--${name}: found ${JSON.stringify(found)}, allowed is ${describe(spec)}`,
    meant === undefined ? {} : { hint: `Did you mean ${meant}?` },
  );
}

function describe(spec: OptionSpec): string {
  switch (spec.type) {
    case "flag":
      return "no value";
    case "text":
      return spec.value;
    case "choice":
      return spec.choices.join(", ").replace(/, ([^,]*)$/, " or $1");
    case "number":
      return `a whole number from ${spec.min} to ${spec.max}`;
    default:
      return spec satisfies never;
  }
}

function unknownOption(rawName: string, table: OptionTable, command: CommandSpec | undefined): LabError {
  const name = rawName.replace(/^-+/, "");
  const owners = COMMANDS.filter(({ options }) => Object.hasOwn(options, name));
  const meant = nearest(name, Object.keys(table));
  let hint = `"mcp-failure-lab help${command === undefined ? "" : ` ${command.name}`}" lists the options`;
  if (owners.length > 0) hint = `It is an option of ${owners.map((owner) => owner.name).join(" and ")}`;
  else if (meant !== undefined) hint = `Did you mean --${meant}?`;
  return invalid(`unknown option ${rawName}`, { hint });
}

function checkOperands({ name, operands: usage, operandCount }: CommandSpec, operands: readonly string[]): void {
  if (operands.length < operandCount.min)
    throw invalid(`${name} needs ${usage}`, { hint: `"mcp-failure-lab help ${name}" shows how it is used` });
  const stray = operands[operandCount.max];
  if (stray !== undefined)
    throw invalid(`${name} does not take ${JSON.stringify(stray)}`, {
      hint: `"mcp-failure-lab help ${name}" shows what it takes`,
    });
  const empty = operands.includes("");
  if (empty) throw invalid(`${name} does not take an empty word`);
}

function invalid(message: string, options: { hint?: string } = {}): LabError {
  return new LabError("invalid_arguments", message, options);
}
