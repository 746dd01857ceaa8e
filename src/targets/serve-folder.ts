import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { canonical, type LedgerEntry } from "../healthy/effect-ledger.ts";
import type { RuleTally } from "../plan/ledger.ts";
import type { RuleInput } from "../plan/rule.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import type { RuleSource } from "../server/rule-house.ts";
import type { ServerRecording } from "./adapter.ts";

/** A temporary folder through which processes of `serve` are given rules, and tell what came of them. */
export interface ServeFolder {
  /** The arguments of `serve` for the next process. */
  next(): readonly string[];
  /** What came of the rules in all processes so far, in their order. */
  tallies(): readonly RuleTally[];
  /** The side effects of all processes so far. */
  ledger(): readonly LedgerEntry[];
  /** What all processes so far have recorded, where they were to. Rejects where a recording is broken. */
  recordings(): Promise<readonly ServerRecording[]>;
  /** Reads rules and effects once more, and removes the folder. */
  close(): void;
}

/** Creates the folder, which only this user can read. `records`: the processes record what travels. */
export function openServeFolder(sources: readonly RuleSource[], records = false): ServeFolder {
  const folder = mkdtempSync(join(tmpdir(), "mcp-failure-lab-"));
  // They were checked, and have their ids, before anything was started.
  const rules = sources.map(({ rule }) => rule as RuleInput);
  const journals: string[] = [];
  let last: readonly Journal[] | undefined;
  const read = (): readonly Journal[] => last ?? journals.map(readJournal);
  return {
    next() {
      const ordinal = journals.length + 1;
      const plan = join(folder, `plan-${ordinal}.json`);
      const journal = join(folder, `journal-${ordinal}.jsonl`);
      journals.push(journal);
      const own = rulesOf(rules, ordinal);
      const args = ["--journal", journal, ...(records ? ["--record", recordOf(journal)] : [])];
      if (own.length === 0) return args;
      writeFileSync(plan, JSON.stringify({ rules: own }));
      return ["--plan", plan, ...args];
    },
    tallies() {
      const all = read();
      return rules.map(({ id = "", inject, optional = false, chance = 1 }) => ({
        rule: id,
        faults: inject.map(({ fault }) => fault),
        matched: sum(all.map((journal) => journal.matched.get(id) ?? journal.fired.get(id) ?? 0)),
        fired: sum(all.map((journal) => journal.fired.get(id) ?? 0)),
        optional: optional || chance < 1,
      }));
    },
    ledger: () => joined(read().flatMap((journal) => [...journal.ledger.values()])),
    recordings: async () => (records ? (await Promise.all(journals.map(readRecording))).flat() : []),
    close() {
      last = read();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Each process has one connection and counts it as its first: a rule for the second connection is one for the second process. */
function rulesOf(rules: readonly RuleInput[], ordinal: number): RuleInput[] {
  return rules.flatMap((rule) => {
    const { connection } = rule.when ?? {};
    if (connection === undefined) return [rule];
    return connection === ordinal ? [{ ...rule, when: { ...rule.when, connection: 1 } }] : [];
  });
}

/** The recording of the process that writes this journal. */
function recordOf(journal: string): string {
  return `${journal}.record`;
}

/** None where the process never got so far. */
async function readRecording(journal: string): Promise<ServerRecording[]> {
  const { startMs } = readJournal(journal);
  if (startMs === undefined) return [];
  const { readHistory } = await import("../history/read.ts");
  const { entries, footer } = await readHistory(recordOf(journal));
  return [{ startMs, entries, leftOut: footer?.leftOut.entries ?? 0 }];
}

interface Journal {
  /** From when on the times of the process's recording count. */
  readonly startMs: number | undefined;
  readonly fired: ReadonlyMap<string, number>;
  /** Known once the process has ended by itself. */
  readonly matched: ReadonlyMap<string, number>;
  readonly ledger: ReadonlyMap<string, LedgerEntry>;
}

const entrySchema = v.object({
  tool: v.string(),
  args: v.custom<JsonObject>(isObject),
  asked: v.number(),
  executed: v.number(),
});
const lineSchema = v.object({
  recording: v.optional(v.object({ startMs: v.number() })),
  fired: v.optional(v.string()),
  asked: v.optional(entrySchema),
  tally: v.optional(v.object({ rule: v.string(), matched: v.number() })),
});

/** Reads what one process has written so far. A line that was cut by the end of the process is left out. */
function readJournal(file: string): Journal {
  const fired = new Map<string, number>();
  const matched = new Map<string, number>();
  const ledger = new Map<string, LedgerEntry>();
  let startMs: number | undefined;
  for (const line of linesOf(file)) {
    const read = v.safeParse(lineSchema, line);
    if (!read.success) continue;
    const { recording, fired: rule, asked, tally } = read.output;
    startMs ??= recording?.startMs;
    if (rule !== undefined) fired.set(rule, (fired.get(rule) ?? 0) + 1);
    if (asked !== undefined) ledger.set(keyOf(asked), asked);
    if (tally !== undefined) matched.set(tally.rule, tally.matched);
  }
  return { startMs, fired, matched, ledger };
}

function linesOf(file: string): unknown[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return []; // the process never got so far
  }
  return text.split("\n").map((line): unknown => {
    try {
      return JSON.parse(line);
    } catch {
      return undefined;
    }
  });
}

function joined(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const all = new Map<string, LedgerEntry>();
  for (const entry of entries) {
    const known = all.get(keyOf(entry));
    const asked = entry.asked + (known?.asked ?? 0);
    all.set(keyOf(entry), { ...entry, asked, executed: entry.executed + (known?.executed ?? 0) });
  }
  return [...all.values()];
}

function keyOf({ tool, args }: Pick<LedgerEntry, "tool" | "args">): string {
  return `${tool} ${canonical(args)}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
