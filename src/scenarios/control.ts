import type { LedgerEntry } from "../healthy/effect-ledger.ts";
import { canonical } from "../healthy/effect-ledger.ts";
import type { ControlReport, Failure, ScenarioReport, StepReport } from "./report.ts";

/** What a call came to, wherever it stands in a scenario. */
interface Part {
  readonly name: string;
  readonly outcome: ScenarioReport["outcome"];
  readonly passed: boolean;
  readonly failures: readonly string[];
  readonly failure?: Failure | undefined;
  readonly result?: ScenarioReport["result"];
  readonly progressValues?: readonly number[] | undefined;
  readonly listed?: readonly string[] | undefined;
}

/**
 * What the run with nothing injected says: it passes where every call came back well, or just as the scenario expects it with the
 * faults. A step that waits for a notification may wait for one that only a fault brings about, and is not judged.
 */
export function controlReport(control: ScenarioReport, injected: ScenarioReport): ControlReport {
  const parts = partsOf(control);
  const failures =
    control.error === undefined
      ? parts.filter((part) => !isHealthy(part)).map((part) => `${part.name}: ${told(part)}`)
      : [control.error.message];
  const { outcome, durationMs } = control;
  return { passed: failures.length === 0, outcome, durationMs, failures, differences: differences(control, injected) };
}

function isHealthy({ outcome, passed, failure, name }: Part): boolean {
  return outcome === "success" || passed || failure?.kind === "cancelled" || name.includes("(wait for ");
}

function partsOf({ steps, observer, ...main }: ScenarioReport): Part[] {
  const own: Part = { ...main, name: "call", failures: main.failures, passed: main.failures.length === 0 };
  const parts: Part[] = steps === undefined ? [own] : steps.map((step: StepReport) => step);
  return observer === undefined ? parts : [...parts, { ...observer, name: "observer" }];
}

/** A line for each thing that was otherwise: with nothing injected first, then with the faults. */
function differences(control: ScenarioReport, injected: ScenarioReport): string[] {
  const faulty = new Map(partsOf(injected).map((part) => [part.name, part]));
  const lines = partsOf(control).flatMap((part) => {
    const other = faulty.get(part.name);
    if (other === undefined) return [];
    return FACTS.flatMap(([fact, read]) => {
      const [one, two] = [read(part), read(other)];
      return one === two ? [] : [`${part.name}: ${fact}: ${one}, with the faults ${two}`];
    });
  });
  return [...lines, ...ledgerDifferences(control.ledger ?? [], injected.ledger ?? [])];
}

/** Texts may hold times and chance, and are compared by their length only. */
const FACTS: readonly (readonly [string, (part: Part) => string])[] = [
  ["outcome", told],
  ["bytes of text", ({ result }) => String(result?.textBytes ?? "none")],
  ["progress", ({ progressValues = [] }) => `[${progressValues.slice(0, 20).join(", ")}]`],
  ["entries", ({ listed }) => String(listed?.length ?? "none")],
];

function told({ outcome, failure }: Part): string {
  return failure === undefined
    ? outcome
    : `${outcome} (${failure.kind}${failure.code === undefined ? "" : ` ${failure.code}`})`;
}

function ledgerDifferences(control: readonly LedgerEntry[], injected: readonly LedgerEntry[]): string[] {
  const keys = new Map([...control, ...injected].map((entry) => [keyOf(entry), entry]));
  return [...keys].flatMap(([key, { tool, args }]) => {
    const counts = (entries: readonly LedgerEntry[]) => {
      const { asked = 0, executed = 0 } = entries.find((entry) => keyOf(entry) === key) ?? {};
      return `asked ${asked}, executed ${executed}`;
    };
    const [one, two] = [counts(control), counts(injected)];
    return one === two ? [] : [`ledger: ${tool} ${canonical(args)}: ${one}, with the faults ${two}`];
  });
}

function keyOf({ tool, args }: LedgerEntry): string {
  return `${tool} ${canonical(args)}`;
}
