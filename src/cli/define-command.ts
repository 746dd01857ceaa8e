/** One option of a command. Its name stands as the key in the command's table, as it is written after `--`. */
export type OptionSpec = FlagOption | TextOption | ChoiceOption | NumberOption;

interface OptionBasics {
  /** One line of help. */
  readonly summary: string;
  /** One letter, written after `-`. */
  readonly short?: string;
  /** `http`: means nothing on stdio and is refused there. */
  readonly only?: "http";
}

/** Takes no value. */
export interface FlagOption extends OptionBasics {
  readonly type: "flag";
}

/** Takes a text. */
export interface TextOption extends OptionBasics {
  readonly type: "text";
  /** What the value is, in capitals: `FILE`. */
  readonly value: string;
  /** May be given several times; without it an option that stands twice is refused. */
  readonly multiple?: true;
  readonly default?: string;
}

/** Takes one of a few words. */
export interface ChoiceOption extends OptionBasics {
  readonly type: "choice";
  readonly choices: readonly string[];
  readonly default?: string;
}

/** Takes a whole number. */
export interface NumberOption extends OptionBasics {
  readonly type: "number";
  readonly value: string;
  readonly min: number;
  readonly max: number;
  readonly default?: number;
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

/** A command of the command line: parser, help and documentation derive from it. */
export interface CommandSpec<T extends OptionTable = OptionTable> {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What stands after the name in the usage line. */
  readonly operands: string;
  /** How many words it takes that are no options. */
  readonly operandCount: { readonly min: number; readonly max: number };
  /** A few sentences for its own page. */
  readonly description: readonly string[];
  readonly options: T;
  /** Command lines to paste, each with what it does. */
  readonly examples: readonly { readonly line: string; readonly does: string }[];
}

/** Declares a command; only gives the declaration its types. */
export function defineCommand<const T extends OptionTable>(command: CommandSpec<T>): CommandSpec<T> {
  return command;
}

type ValueOf<O extends OptionSpec> = O extends { type: "flag" }
  ? boolean
  : O extends { type: "number" }
    ? number | Undefaulted<O>
    : O extends { type: "choice"; choices: readonly (infer C)[] }
      ? C | Undefaulted<O>
      : O extends { multiple: true }
        ? readonly string[]
        : string | Undefaulted<O>;
type Undefaulted<O> = O extends { default: unknown } ? never : undefined;

/** The values of a command's options, defaults filled in. */
export type OptionValues<T extends OptionTable> = { readonly [K in keyof T]: ValueOf<T[K]> };

/** A command line as it was understood. */
export interface CommandLine<T extends OptionTable = OptionTable> {
  readonly operands: readonly string[];
  readonly values: OptionValues<T>;
  /** The names of the options that stand on the line. */
  readonly given: ReadonlySet<string>;
}
