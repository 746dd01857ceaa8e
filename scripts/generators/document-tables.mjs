// The tables inside pages that are written by hand: what stands between `<!-- table: NAME -->` and `<!-- end of table -->` is made
// from the declarations, the rest of the page is left alone.
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../bundle.mjs";
import { loadSource } from "../load-source.mjs";
import { markdownTable } from "../markdown-table.mjs";

/** @typedef {import("../../src/base/schema-describe.ts").SchemaNode} SchemaNode */
/** @typedef {import("../../src/faults/define-fault.ts").FaultDeclaration} FaultDeclaration */
/** @typedef {import("../../src/faults/fault-facts.ts").FaultFacts} FaultFacts */

/** What tables can be asked for, and how each is made. */
const TABLES = {
  "fault-tools": faultTools,
  "scenario-keys": scenarioKeys,
  "step-keys": stepKeys,
  "ledger-keys": ledgerKeys,
  "plan-keys": planKeys,
  "rule-keys": ruleKeys,
  "example-plans": examplePlans,
  changes,
  methods,
};

const REGION = /(<!-- table: ([\w-]+) -->\n)[^]*?(<!-- end of table -->)/g;

/** @type {import("../generate.mjs").Generator["generate"]} */
export async function generate() {
  const names = await readdir(join(root, "docs"));
  const pages = ["README.md", ...names.filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`)];
  const texts = new Map();
  for (const page of pages) {
    const text = await readFile(join(root, page), "utf8");
    if (text.includes("<!-- table: ")) texts.set(page, await withTables(text, page));
  }
  return texts;
}

/**
 * @param {string} text
 * @param {string} page
 */
async function withTables(text, page) {
  const made = new Map();
  for (const [, , name = ""] of text.matchAll(REGION)) {
    const make = Object.entries(TABLES).find(([known]) => known === name)?.[1];
    if (make === undefined)
      throw new Error(`${page} asks for the table ${name}; there are ${Object.keys(TABLES).join(", ")}`);
    made.set(name, await make());
  }
  return text.replace(REGION, (_, begin, name, end) => `${begin}\n${made.get(name)}\n\n${end}`);
}

/** The tools of `serve`, in the order in which they are listed. */
async function faultTools() {
  /** @type {{ FAULT_TOOLS: readonly FaultDeclaration[] }} */
  const { FAULT_TOOLS } = await loadSource("src/faults/fault-tools.ts");
  /** @type {typeof import("../../src/faults/fault-facts.ts")} */
  const { faultFacts } = await loadSource("src/faults/fault-facts.ts");
  /** @type {typeof import("../../src/healthy/tools/ping-tool.ts")} */
  const { pingTool } = await loadSource("src/healthy/tools/ping-tool.ts");
  const rows = FAULT_TOOLS.map(faultFacts).map((facts) => [
    `[\`${facts.name}\`](docs/faults/${facts.name}.md)`,
    facts.parameters.map(parameter).join("<br>"),
    facts.summary,
    whereOf(facts),
  ]);
  const ping = [`\`${pingTool.name}\``, "", pingTool.describe().description ?? "", "everywhere"];
  return markdownTable(["tool", "arguments", "what happens", "where"], [ping, ...rows]);
}

/** @param {FaultFacts["parameters"][number]} parameter */
function parameter({ name, allowed, required, default: value }) {
  return `\`${name}\`: ${allowed}${required ? "" : ` (${JSON.stringify(value)})`}`;
}

/** @param {FaultFacts} facts */
function whereOf({ shapes, eras, needs, toolOnlyUnder }) {
  const transports = [
    ...(shapes.includes("stdio") ? ["stdio"] : []),
    ...(shapes.some((shape) => shape.startsWith("http")) ? ["HTTP"] : []),
  ];
  const all = [
    ...(transports.length === 2 ? [] : [transports.join(", ")]),
    ...(toolOnlyUnder === undefined ? [] : [`\`${toolOnlyUnder}\``]),
    ...(needs.includes("session") ? ["sessions"] : eras.length === 2 ? [] : [`${eras.join(", ")} era`]),
    ...(needs.includes("progress-token") ? ["calls with a progress token"] : []),
  ];
  return all.length === 0 ? "everywhere" : all.join(", ");
}

/** The keys of a scenario file; those of steps and ledger have tables of their own. */
async function scenarioKeys() {
  const { scenarioSchema } = await loadSource("src/scenarios/schema.ts");
  return keys(scenarioSchema, { depth: 3, but: ["observe.call", "observe.expect", "steps", "ledger"] });
}

/** The keys of a step; of its `expect` what a call has not. */
async function stepKeys() {
  const { steps } = await loadSource("src/scenarios/step-schema.ts");
  /** @type {typeof import("../../src/scenarios/expectation-schema.ts")} */
  const { expectation } = await loadSource("src/scenarios/expectation-schema.ts");
  const known = Object.keys(expectation.entries).map((key) => `expect.${key}`);
  return keys(steps, { depth: 3, but: ["call", "cancel.call", "parallel"], without: known });
}

/** The keys of an entry of `ledger`. */
async function ledgerKeys() {
  const { scenarioSchema } = await loadSource("src/scenarios/schema.ts");
  return keys(scenarioSchema.entries.ledger, { depth: 1, but: [] });
}

/** The keys of a plan file, without those of its rules. */
async function planKeys() {
  const { planSchema } = await loadSource("src/plan/rule.ts");
  return keys(planSchema, { depth: 1, but: [] });
}

/** Every key of a rule. */
async function ruleKeys() {
  const { ruleSchema } = await loadSource("src/plan/rule.ts");
  return keys(ruleSchema, { depth: 2, but: [] });
}

/** The plans of examples/plans, with what their rules inject. */
async function examplePlans() {
  const folder = join(root, "examples/plans");
  const files = (await readdir(folder)).sort();
  const rows = await Promise.all(
    files.map(async (file) => {
      /** @type {import("../../src/plan/rule.ts").Plan} */
      const { name = "", rules } = parse(await readFile(join(folder, file), "utf8"));
      const faults = new Set(rules.flatMap(({ inject }) => [inject].flat()).map(({ fault }) => `\`${fault}\``));
      return [`[${file}](../examples/plans/${file})`, name, [...faults].join(", ")];
    }),
  );
  return markdownTable(["plan", "what it reproduces", "injects"], rows);
}

/**
 * @param {import("valibot").GenericSchema} schema of an object, or of an array of such
 * @param {{ depth: number, but: readonly string[], without?: readonly string[] }} options `but`: what is not shown member by member,
 *   `without`: what is not shown at all
 */
async function keys(schema, options) {
  /** @type {typeof import("../../src/base/schema-describe.ts")} */
  const { describeSchema, readSchema, unwrap } = await loadSource("src/base/schema-describe.ts");
  /** @type {string[][]} */
  const rows = [];
  const visit = (/** @type {SchemaNode} */ node, /** @type {readonly string[]} */ path) => {
    for (const [key, entry] of Object.entries(membersOf(unwrap(node)))) {
      const at = [...path, key];
      const name = at.join(".");
      if (options.without?.includes(name)) continue;
      rows.push([`\`${name}\``, describeSchema(entry), absent(entry), plain(descriptionOf(entry))]);
      if (at.length < options.depth && !options.but.includes(name)) visit(entry, at);
    }
  };
  visit(readSchema(schema), []);
  return markdownTable(["key", "allowed", "if left out", "meaning"], rows);
}

/**
 * @param {SchemaNode} node
 * @returns {Readonly<Record<string, SchemaNode>>}
 */
function membersOf(node) {
  if (node.type === "array") return node.item === undefined ? {} : membersOf(node.item);
  return node.entries ?? {};
}

/** @param {SchemaNode & { default?: unknown }} node */
function absent(node) {
  if (node.wrapped === undefined) return "required";
  const value = node.default;
  return value === undefined || typeof value === "object" ? "" : `\`${JSON.stringify(value)}\``;
}

/**
 * @param {SchemaNode} node
 * @returns {string}
 */
function descriptionOf(node) {
  const own = node.pipe?.findLast(({ type }) => type === "description");
  if (own !== undefined && "description" in own) return String(own.description);
  return node.wrapped === undefined ? "" : descriptionOf(node.wrapped);
}

/**
 * A text in which no star is taken for emphasis.
 * @param {string} text
 */
function plain(text) {
  return text.replaceAll("*", "\\*");
}

/** What rules can alter of what the server offers. */
async function changes() {
  /** @type {{ CHANGES: readonly import("../../src/healthy/changes/define-change.ts").ChangeDeclaration[] }} */
  const { CHANGES } = await loadSource("src/healthy/changes/catalogue.ts");
  const rows = CHANGES.map(({ name, summary, examples: [example] }) => [
    `\`${name}\``,
    summary,
    `\`${JSON.stringify(example)}\``,
  ]);
  return markdownTable(["change", "what it does", "for example with"], rows);
}

/** What each revision has: requests of clients, and what servers may ask. */
async function methods() {
  /** @type {typeof import("../../src/protocol/revision.ts")} */
  const { REVISIONS, BATCH_REVISION } = await loadSource("src/protocol/revision.ts");
  /** @type {typeof import("../../src/healthy/eras/handshake.ts")} */
  const { HANDSHAKE } = await loadSource("src/healthy/eras/handshake.ts");
  /** @type {typeof import("../../src/healthy/eras/stateless.ts")} */
  const { STATELESS } = await loadSource("src/healthy/eras/stateless.ts");
  /** @type {typeof import("../../src/healthy/eras/server-requests.ts")} */
  const { allowsServerRequest } = await loadSource("src/healthy/eras/server-requests.ts");
  /** @type {typeof import("../../src/healthy/since.ts")} */
  const { CAPABILITY_SINCE, ENTRY_SINCE, TOOL_SINCE } = await loadSource("src/healthy/since.ts");
  const revisions = REVISIONS.toReversed();
  const tables = { ...HANDSHAKE.methods, ...STATELESS.methods };
  const served = [...new Set(revisions.flatMap((revision) => [...(tables[revision]?.keys() ?? [])]))];
  const asked = ["ping", "sampling/createMessage", "roots/list", "elicitation/create"];
  const since = Object.entries({ ...ENTRY_SINCE, ...TOOL_SINCE, ...CAPABILITY_SINCE });
  const row = (/** @type {string} */ name, /** @type {(revision: typeof REVISIONS[number]) => boolean} */ has) => [
    name,
    ...revisions.map((revision) => (has(revision) ? "yes" : "")),
  ];
  return markdownTable(
    ["", ...revisions],
    [
      ...served.map((method) => row(`\`${method}\``, (revision) => tables[revision]?.has(method) === true)),
      ...asked.map((method) => row(`server asks \`${method}\``, (revision) => allowsServerRequest(revision, method))),
      row("batches", (revision) => revision === BATCH_REVISION),
      ...since.map(([member, first]) => row(`member \`${member}\``, (revision) => revision >= first)),
    ],
  );
}
