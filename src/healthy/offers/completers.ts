/** What an argument may become, for the text typed so far; `others` are the arguments that are known already. */
export type Completer = (typed: string, others: Readonly<Record<string, string>>) => readonly string[];

/** By argument. One without a completer is known, and gets no proposals. */
export type Completers = Readonly<Record<string, Completer | undefined>>;

/** Proposes those of `values` that begin with what was typed. */
export function oneOf(values: readonly string[]): Completer {
  return (typed) => values.filter((value) => value.startsWith(typed));
}
