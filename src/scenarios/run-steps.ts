import { reported, type CallOutcome } from "./call-outcome.ts";
import { describeStep } from "./describe-step.ts";
import type { Expectation } from "./expectation-schema.ts";
import { judge } from "./judge.ts";
import { rounded } from "./operate.ts";
import type { Performer } from "./performer.ts";
import type { StepReport } from "./report.ts";
import type { SingleStep, Step } from "./step-schema.ts";

export interface StepsContext {
  readonly performer: Performer;
  /** Of a step that says nothing else. */
  readonly timeoutMs: number;
  /** Ends the run: no further step begins. */
  readonly signal: AbortSignal;
}

/** Performs steps one after the other, whatever came of those before: what happens next is what a scenario is there for. */
export async function runSteps(steps: readonly Step[], context: StepsContext): Promise<StepReport[]> {
  const reports: StepReport[] = [];
  for (const [index, step] of steps.entries()) {
    if (context.signal.aborted) break;
    const { parallel, ...single } = step;
    if (parallel === undefined) reports.push(await runStep(single, `step ${index + 1}`, context));
    else {
      const number = (place: number) => `step ${index + 1}.${place + 1}`;
      reports.push(...(await Promise.all(parallel.map((each, place) => runStep(each, number(place), context)))));
    }
  }
  return reports;
}

async function runStep(step: SingleStep, number: string, { performer, timeoutMs }: StepsContext): Promise<StepReport> {
  const actual = await perform(step, performer, step.timeoutMs ?? timeoutMs);
  const failures = judgeStep(step, actual);
  const { outcome, durationMs, listed, progressValues } = actual;
  return {
    name: `${number} (${step.name ?? describeStep(step)})`,
    outcome,
    durationMs: rounded(durationMs),
    passed: failures.length === 0,
    failures,
    ...reported(actual),
    listed,
    progressValues: progressValues.length === 0 ? undefined : progressValues,
  };
}

function perform(step: SingleStep, performer: Performer, timeoutMs: number): Promise<CallOutcome> {
  const { call, list, read, prompt, request, waitFor, cancel } = step;
  if (call !== undefined) return performer.call("execute", call, timeoutMs);
  if (list !== undefined) return performer.list(list, timeoutMs);
  if (read !== undefined) return performer.read(read, timeoutMs);
  if (prompt !== undefined) return performer.prompt(prompt, timeoutMs);
  if (request !== undefined) return performer.request(request, timeoutMs);
  if (waitFor !== undefined) return performer.waitFor(waitFor.method, timeoutMs);
  if (cancel !== undefined) return performer.call("execute", cancel.call, timeoutMs, cancel);
  return performer.connect("instead", timeoutMs);
}

function judgeStep({ waitFor, cancel, expect }: SingleStep, actual: CallOutcome): string[] {
  if (waitFor !== undefined) return judgeArrival(waitFor.method, expect?.received ?? true, actual);
  const { received: _, ...expected } = expect ?? {};
  const isPlain = cancel === undefined || expect !== undefined;
  const whole: Expectation = isPlain
    ? { ...expected, outcome: expected.outcome ?? (expected.error === undefined ? "success" : "error") }
    : { outcome: "error", error: { kind: "cancelled" } };
  return judge(whole, actual);
}

function judgeArrival(method: string, isExpected: boolean, { outcome, failure }: CallOutcome): string[] {
  const came = outcome === "success";
  if (came === isExpected) return [];
  return [
    came
      ? `received: expected no ${method}, actual one`
      : `received: expected ${method}, actual ${failure?.message ?? "none"}`,
  ];
}
