import { fits } from "../../../src/plan/pattern.ts";

/**
 * What differs from run to run, and what stands for it. Applied to what a page shows and to what the command prints, before the two
 * are compared.
 */
const PLACEHOLDERS: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?/g, "<time>"],
  [/\b127\.0\.0\.1:\d+/g, "127.0.0.1:<port>"],
  [/\bPort \d+ on/g, "Port <port> on"],
  [/\bv?\d+\.\d+\.\d+(?:-[\w.]+)?\b(?!\.\d)/g, "<version>"],
  [/~\d+ ms/g, "~<n> ms"],
  [/\bactual \d+(?:\.\d+)? ms/g, "actual <n> ms"],
  [/(seed"?[:,]? |name="seed" value=")\d{5,10}/g, "$1<seed>"],
  [/("correlationId": ")\w+(-\d+")/g, "$1<id>$2"],
  [/("(?:durationMs|startedAtMs|endedAtMs|atMs)": ?)\d+(?:\.\d+)?/g, "$1<n>"],
  [/("(?:os|arch)": ")\w+"/g, '$1<platform>"'],
  [/("platform.os" value=")[^"]+"/g, '$1<platform>"'],
  [/( time=")\d+\.\d+"/g, '$1<n>"'],
  // A line of `history`: number, milliseconds, place.
  [/^ *(\d+) +\d+\.\d +(?=\S)/gm, "$1 <n> "],
  [/^(\d+ <n> (?:c\d+ (?:s\d+ )?x\d+)?) +/gm, "$1 "],
  [/ {2}\d+ B\b/g, "  <n> B"],
];

/** A text with placeholders for everything that is not the same in every run. */
export function withPlaceholders(text: string): string {
  return PLACEHOLDERS.reduce((current, [pattern, placeholder]) => current.replace(pattern, placeholder), text);
}

/** Whether lines are as a page shows them; its line `...` stands for any number of lines, and within a line for any text. */
export function isAsShown(shown: readonly string[], printed: readonly string[]): boolean {
  const [line, ...rest] = shown;
  if (line === undefined) return printed.length === 0;
  if (line !== "...") return isLine(line, printed[0]) && isAsShown(rest, printed.slice(1));
  return printed.some((_, left) => isAsShown(rest, printed.slice(left))) || isAsShown(rest, []);
}

function isLine(shown: string, printed: string | undefined): boolean {
  // `fits` knows stars: those that are meant as such are something else here.
  const starless = (text: string): string => text.replaceAll("*", "∗");
  return printed !== undefined && fits(starless(shown).replaceAll("...", "*"), starless(printed));
}
