import { errorText, LabError } from "../base/errors.ts";
import type { RuleInput } from "./rule.ts";

/** Longest rule on a command line or in a URL, in characters. */
const MAX_RULE_TEXT = 4096;

const SHAPE = "METHOD[:NAME][#N] FAULT[ key=value…]";

/** What belongs to the rule and not to its fault; no fault has a parameter of such a name. */
export const RULE_KEYS: readonly string[] = [
  "times",
  "skip",
  "every",
  "chance",
  "effect",
  "scope",
  "optional",
  "gapMs",
];

/**
 * Reads a rule as it stands on a command line or in a URL: `METHOD[:NAME][#N] FAULT[ key=value…]`. `#N` means the n-th matching
 * exchange only. A value is read as JSON where it is JSON (numbers, true, false, null, lists, objects, and texts in double quotes, which
 * may hold blanks), else as text.
 * `times`, `skip`, `every`, `chance`, `effect`, `scope`, `optional` and `gapMs` are the rule's own, as in a plan.
 * Throws a `LabError` (`plan_load_failed`) that says what was found and what is allowed.
 */
export function parseRuleText(text: string): RuleInput {
  if (text.length > MAX_RULE_TEXT) throw refused(`is longer than ${MAX_RULE_TEXT} characters`);
  const [target, fault, ...pairs] = wordsOf(text);
  if (target === undefined || target === "" || fault === undefined)
    throw refused(`${JSON.stringify(text)} lacks ${target ? "a fault" : "a method and a fault"}`);
  const parameters: Record<string, unknown> = {};
  const own: Record<string, unknown> = {};
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals <= 0) throw refused(`${JSON.stringify(text)}: found ${JSON.stringify(pair)}, allowed is key=value`);
    const key = pair.slice(0, equals);
    const place = RULE_KEYS.includes(key) ? own : parameters;
    if (Object.hasOwn(place, key)) throw refused(`${JSON.stringify(text)}: ${JSON.stringify(key)} is given twice`);
    Object.defineProperty(place, key, { value: valueOf(pair.slice(equals + 1)), enumerable: true });
  }
  const { method, name, occurrence } = parseTarget(target, text);
  if (occurrence !== undefined && Object.hasOwn(own, "skip"))
    throw refused(`${JSON.stringify(text)}: #${occurrence} and skip say the same`);
  return {
    when: { method, ...(name === undefined ? {} : { name }) },
    inject: [Object.keys(parameters).length === 0 ? { fault } : { fault, with: parameters }],
    ...(occurrence === undefined ? {} : { skip: occurrence - 1 }),
    // Checked with the rest of the rule, wherever it comes from.
    ...(own as Partial<RuleInput>),
  };
}

/** The words between blanks. A value that opens a quote, a list or an object goes on until it is closed, if it ever is. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const start = /\S/g; start.test(text);) {
    const from = start.lastIndex - 1;
    const opened = /^[^\s=]+=(?=["[{])/.exec(text.slice(from))?.[0].length;
    const closed = opened === undefined ? from : (closeOf(text, from + opened) ?? from);
    const blank = text.slice(closed).search(/\s/);
    const to = blank < 0 ? text.length : closed + blank;
    words.push(text.slice(from, to));
    start.lastIndex = to;
  }
  return words;
}

/** Where what opens at `from` is closed; undefined where it never is. */
function closeOf(text: string, from: number): number | undefined {
  let depth = 0;
  let isQuoted = false;
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (isQuoted && character === "\\") at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && "[{".includes(character)) depth++;
    else if (!isQuoted && "]}".includes(character)) depth--;
    if (depth === 0 && !isQuoted) return at;
  }
  return undefined;
}

function parseTarget(target: string, text: string): { method: string; name?: string; occurrence?: number } {
  const hash = /#([^#]*)$/.exec(target);
  const rest = hash === null ? target : target.slice(0, hash.index);
  const colon = rest.indexOf(":");
  const method = colon < 0 ? rest : rest.slice(0, colon);
  const name = colon < 0 ? undefined : rest.slice(colon + 1);
  if (method === "") throw refused(`${JSON.stringify(text)} lacks a method`);
  if (name === "") throw refused(`${JSON.stringify(text)} lacks a name after the colon`);
  if (hash !== null && !/^[1-9]\d{0,8}$/.test(hash[1] ?? "")) {
    throw refused(`${JSON.stringify(text)}: found #${hash[1]}, allowed is # and a whole number of 1 or more`);
  }
  return { method, ...(name === undefined ? {} : { name }), ...(hash === null ? {} : { occurrence: Number(hash[1]) }) };
}

function valueOf(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  // What this language cannot hold digit for digit is meant as it is written: `value=-0`, `value=1234567890123456789`.
  return typeof value === "number" && !isHeld(value, text) ? text : value;
}

function isHeld(value: number, text: string): boolean {
  return Number.isFinite(value) && (String(value) === text || /e/i.test(text));
}

/** Why a rule cannot be read, with how one reads: for answers, which have no place for a hint. */
export function whyUnreadable(error: unknown): string {
  const hint = error instanceof LabError ? error.hint : undefined;
  return hint === undefined ? errorText(error) : `${errorText(error)}; ${hint.charAt(0).toLowerCase()}${hint.slice(1)}`;
}

function refused(problem: string): LabError {
  return new LabError("plan_load_failed", `Rule ${problem}`, { hint: `A rule reads: ${SHAPE}` });
}
