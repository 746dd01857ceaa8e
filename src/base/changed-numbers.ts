import { isRecord } from "./is-record.ts";

/** Numbers from here on are written with an exponent: whoever wrote one meant no digits. */
const PLAIN_BELOW = 1e21;
const MAX_TOLD = 20;

/**
 * Whole numbers in a document that are beyond what this language holds digit for digit, at the members called `name` and within them:
 * reading has changed them, perhaps. One sentence for each, at most twenty.
 */
export function changedNumbers(document: unknown, name: string): string[] {
  const problems: string[] = [];
  const visit = (value: unknown, path: string, isWithin: boolean): void => {
    if (problems.length >= MAX_TOLD) return;
    if (typeof value === "number") {
      if (isWithin && isTooLarge(value))
        problems.push(
          `${path}: found ${value}, allowed are whole numbers up to ${Number.MAX_SAFE_INTEGER}: a larger one would travel changed; write it as a text`,
        );
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, `${path}[${index}]`, isWithin);
    } else if (isRecord(value)) {
      for (const [key, member] of Object.entries(value)) visit(member, `${path}.${key}`, isWithin || key === name);
    }
  };
  visit(document, "$", false);
  return problems;
}

function isTooLarge(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < PLAIN_BELOW;
}
