import type { GenericSchema } from "valibot";

/**
 * The members of valibot's schemas and actions that are read here. They are documented, but a `GenericSchema` hides them.
 */
export interface SchemaNode {
  readonly type: string;
  readonly entries?: Readonly<Record<string, SchemaNode>>;
  readonly wrapped?: SchemaNode;
  readonly item?: SchemaNode;
  readonly value?: SchemaNode;
  readonly key?: string;
  readonly literal?: unknown;
  readonly options?: readonly unknown[];
  readonly pipe?: readonly {
    readonly kind: string;
    readonly type: string;
    readonly requirement?: unknown;
    readonly metadata?: Readonly<Record<string, unknown>>;
  }[];
}

/** A schema as something that can be read. */
export function readSchema(schema: GenericSchema): SchemaNode {
  // Every valibot schema has these members; see SchemaNode.
  return schema as unknown as SchemaNode;
}

/** The schema inside `optional` and the like. */
export function unwrap(node: SchemaNode): SchemaNode {
  return node.wrapped === undefined ? node : unwrap(node.wrapped);
}

/**
 * What a schema allows, in words: `a whole number from 1 to 3600000`. A schema whose rule cannot be read says it itself, as
 * metadata: `v.metadata({ allowed: "an object" })`.
 */
export function describeSchema(schema: SchemaNode): string {
  const node = unwrap(schema);
  const allowed = node.pipe?.find(({ metadata }) => typeof metadata?.["allowed"] === "string")?.metadata?.["allowed"];
  if (typeof allowed === "string") return allowed;
  const requirement = (type: string): unknown => node.pipe?.find((action) => action.type === type)?.requirement;
  switch (node.type) {
    case "string":
      return `a text${span(requirement("min_length") ?? requirement("non_empty"), requirement("max_length"), "characters")}`;
    case "number": {
      const isWhole = node.pipe?.some(({ type }) => type.endsWith("integer")) === true;
      return `${isWhole ? "a whole number" : "a number"}${range(requirement("min_value"), requirement("max_value"))}`;
    }
    case "boolean":
      return "true or false";
    case "picklist":
      return (node.options ?? []).map((option) => JSON.stringify(option)).join(", ");
    case "literal":
      return JSON.stringify(node.literal);
    case "array": {
      const [least, most] = [requirement("min_length"), requirement("max_length")];
      if (typeof least === "number") return `an array${span(least, most, "items")}`;
      return `an array${typeof most === "number" ? ` of at most ${most} items` : ""}`;
    }
    case "union":
      return (node.options ?? []).map((option) => describeSchema(option as SchemaNode)).join(" or ");
    case "strict_object":
    case "object":
    case "loose_object":
    case "record":
    case "variant":
      return "an object";
    default:
      return "another value";
  }
}

/** A value as an error names it: short, on one line. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 76)}…"` : text;
}

/** A value as an error names it that must not repeat it. */
export function describeType(value: unknown): string {
  if (typeof value === "object" || value === undefined) return value === null ? "null" : describeValue(value);
  return typeof value === "string" ? "a text" : `a ${typeof value}`;
}

function range(min: unknown, max: unknown): string {
  if (typeof min === "number" && typeof max === "number") return ` from ${min} to ${max}`;
  if (typeof min === "number") return ` of ${min} or more`;
  return typeof max === "number" ? ` of ${max} or less` : "";
}

function span(min: unknown, max: unknown, unit: string): string {
  const least = typeof min === "number" ? min : undefined;
  if (typeof max === "number") return ` of ${least ?? 0} to ${max} ${unit}`;
  return least === undefined || least === 0 ? "" : ` of at least ${least} ${unit}`;
}
