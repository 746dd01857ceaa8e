import * as v from "valibot";
import { isRecord } from "./is-record.ts";
import { nearest } from "./nearest.ts";
import { describeSchema, describeType, describeValue, readSchema, unwrap, type SchemaNode } from "./schema-describe.ts";

/** Most problems of one input that are told. */
const MAX_TOLD = 20;

export type Checked<T> =
  | { readonly value: T; readonly problems?: undefined }
  | { readonly problems: readonly string[]; readonly value?: undefined };

export interface CheckOptions {
  /** Of what was found only the type is told: the values may be secrets. */
  readonly quiet?: boolean | undefined;
}

/** Where problems go, and how a value is named in them. */
interface Told {
  readonly problems: string[];
  readonly found: (value: unknown) => string;
}

/**
 * Parses `input` with a schema. The message of a `v.check` goes on a sentence: "found 1, which must be even". On failure it tells all problems at once, each with its JSON path, what was found and what is allowed;
 * valibot alone stops at the first unknown key of an object, and takes an array for an object without members.
 */
export function checkInput<S extends v.GenericSchema>(
  schema: S,
  input: unknown,
  options: CheckOptions = {},
): Checked<v.InferOutput<S>> {
  const problems: string[] = [];
  const found = options.quiet === true ? describeType : describeValue;
  visit(readSchema(schema), input, "$", { problems, found });
  // What is known to be wrong is not parsed: collecting thousands of issues takes more than linear time.
  if (problems.length === 0) {
    const parsed = v.safeParse(schema, input);
    if (parsed.success) return { value: parsed.output };
    for (const issue of parsed.issues) problems.push(`${pathOf(issue)}: ${issue.message}`);
  }
  const rest = problems.length - MAX_TOLD;
  return { problems: rest > 0 ? [...problems.slice(0, MAX_TOLD), `… and ${rest} more`] : problems };
}

function visit(schema: SchemaNode, value: unknown, path: string, told: Told): void {
  const node = unwrap(schema);
  switch (node.type) {
    case "strict_object":
      if (!isRecord(value)) return wrong(node, value, path, told);
      return visitWhole(node, value, path, told);
    case "record":
      if (!isRecord(value)) return wrong(node, value, path, told);
      for (const [key, member] of Object.entries(value))
        visit(node.value ?? { type: "any" }, member, join(path, key), told);
      return;
    case "array":
      if (!Array.isArray(value)) return wrong(node, value, path, told);
      return visitArray(node, value, path, told);
    case "variant":
      return visitVariant(node, value, path, told);
    case "union":
      return visitUnion(node, value, path, told);
    default:
      if (!accepts(node, value)) wrong(node, value, path, told);
  }
}

/** What is wrong with an item is told at the item, and what is wrong with the whole where all of them are right. */
function visitArray(node: SchemaNode, items: readonly unknown[], path: string, told: Told): void {
  const before = told.problems.length;
  for (const [index, item] of items.entries()) visit(node.item ?? { type: "any" }, item, `${path}[${index}]`, told);
  if (told.problems.length === before && !accepts(node, items)) wrong(node, items, path, told);
}

/** The members, and what a `v.check` says of the whole where all of them are right. */
function visitWhole(node: SchemaNode, value: Readonly<Record<string, unknown>>, path: string, told: Told): void {
  const before = told.problems.length;
  visitObject(node.entries ?? {}, value, path, told);
  const hasRule = node.pipe?.some(({ type }) => type === "check") === true;
  if (hasRule && told.problems.length === before && issuesOf(node, value).some(isOfTheWhole))
    wrong(node, value, path, told);
}

function isOfTheWhole({ type, path }: v.BaseIssue<unknown>): boolean {
  return type === "check" && path === undefined;
}

function visitObject(
  entries: Readonly<Record<string, SchemaNode>>,
  value: Readonly<Record<string, unknown>>,
  path: string,
  told: Told,
): void {
  const known = Object.keys(entries);
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    if (told.problems.length >= MAX_TOLD) {
      // Only counted any more: whoever sends a hundred thousand keys is not to cost as many explanations.
      told.problems.push("");
      continue;
    }
    const meant = nearest(key, known);
    const hint = meant === undefined ? "" : `; did you mean ${JSON.stringify(meant)}?`;
    const allowed =
      known.length === 0 ? "none is allowed" : `allowed are ${known.map((each) => JSON.stringify(each)).join(", ")}`;
    told.problems.push(`${join(path, key)}: unknown key ${JSON.stringify(key)}${hint}; ${allowed}`);
  }
  for (const [key, schema] of Object.entries(entries)) {
    if (Object.hasOwn(value, key)) visit(schema, value[key], join(path, key), told);
    else if (schema.wrapped === undefined)
      told.problems.push(
        `${join(path, key)}: missing; required is ${schema.type === "picklist" ? "one of " : ""}${describeSchema(schema)}`,
      );
  }
}

function visitVariant(node: SchemaNode, value: unknown, path: string, told: Told): void {
  if (!isRecord(value)) return wrong(node, value, path, told);
  const key = node.key ?? "";
  // The options of a variant are object schemas; see SchemaNode.
  const options = (node.options ?? []) as readonly SchemaNode[];
  const chosen = options.find((option) => {
    const discriminator = option.entries?.[key];
    return discriminator !== undefined && accepts(discriminator, value[key]);
  });
  if (chosen !== undefined) return visit(chosen, value, path, told);
  const allowed = options.map((option) => describeSchema(option.entries?.[key] ?? node)).join(", ");
  const found = Object.hasOwn(value, key)
    ? `found ${told.found(value[key])}, allowed are`
    : "missing; required is one of";
  told.problems.push(`${join(path, key)}: ${found} ${allowed}`);
}

/** What is wrong with an object is told at its member, where only one of the options is an object. */
function visitUnion(node: SchemaNode, value: unknown, path: string, told: Told): void {
  // The options of a union are schemas; see SchemaNode.
  const objects = ((node.options ?? []) as readonly SchemaNode[]).filter(({ type }) => type === "strict_object");
  const [only] = objects;
  if (isRecord(value) && only !== undefined && objects.length === 1) visit(only, value, path, told);
  else if (!accepts(node, value)) wrong(node, value, path, told);
}

function wrong(node: SchemaNode, value: unknown, path: string, told: Told): void {
  if (told.problems.length >= MAX_TOLD) return void told.problems.push("");
  const rule = issuesOf(node, value).find(isOfTheWhole)?.message;
  if (rule !== undefined) return void told.problems.push(`${path}: found ${told.found(value)}, which ${rule}`);
  const allowed = describeSchema(node);
  const hint = node.type === "picklist" ? choiceHint(value, (node.options ?? []).map(String)) : "";
  const verb = node.type === "picklist" ? "are" : "is";
  told.problems.push(`${path}: found ${told.found(value)}, allowed ${verb} ${allowed}${hint}`);
}

/** What was probably meant. A word such as null is a text only in quotes, which is easily forgotten on a command line. */
function choiceHint(value: unknown, options: readonly string[]): string {
  const word = typeof value === "number" || typeof value === "boolean" || value === null ? String(value) : undefined;
  if (word !== undefined) return options.includes(word) ? `; did you mean the text ${JSON.stringify(word)}?` : "";
  const meant = typeof value === "string" ? nearest(value, options) : undefined;
  return meant === undefined ? "" : `; did you mean ${JSON.stringify(meant)}?`;
}

function accepts(node: SchemaNode, value: unknown): boolean {
  return issuesOf(node, value).length === 0;
}

function issuesOf(node: SchemaNode, value: unknown): readonly v.BaseIssue<unknown>[] {
  // A node is a schema seen through SchemaNode.
  return v.safeParse(node as unknown as v.GenericSchema, value).issues ?? [];
}

function join(path: string, key: string): string {
  return /^[A-Za-z_$][\w$-]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

function pathOf(issue: v.BaseIssue<unknown>): string {
  return (issue.path ?? []).reduce(
    (path, { key }) => (typeof key === "number" ? `${path}[${key}]` : join(path, String(key))),
    "$",
  );
}
