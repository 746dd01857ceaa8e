import * as v from "valibot";

// The few kinds of parameters that faults have. Each says what it means and where it ends, in the schema itself.

export const wholeNumber = (min: number, max: number, description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max), v.description(description));

export const choice = <const T extends readonly [string, ...string[]]>(values: T, description: string) =>
  v.pipe(v.picklist(values), v.description(description));

export const flag = (description: string) => v.pipe(v.boolean(), v.description(description));

export const text = (maxCharacters: number, description: string) =>
  v.pipe(v.string(), v.maxLength(maxCharacters), v.description(description));
