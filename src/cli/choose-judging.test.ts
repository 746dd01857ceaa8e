import { expect, test } from "vitest";
import type { ScenarioTarget } from "../scenarios/scenario-context.ts";
import { chooseJudging, type JudgingWish } from "./choose-judging.ts";
import type { ReportPlan } from "./report-plan.ts";

const own: ScenarioTarget = {
  transport: "in-process",
  external: false,
  defaultProtocolVersion: "2026-07-28",
  setupTimeoutMs: 1,
  cleanupTimeoutMs: 1,
  open() {
    throw new Error("nothing is opened here");
  },
};
const plan = (format: ReportPlan["main"]["format"], ...more: ReportPlan["more"]): ReportPlan => ({
  main: { format, file: undefined },
  more,
  record: undefined,
});
const choose = (wish: Partial<JudgingWish>) =>
  chooseJudging({ failOn: "never", plan: plan("console"), target: own, secrets: ["s"], ...wish });

test("the lab's own client and server are not judged for the console alone", () => {
  expect(choose({})).toBeUndefined();
  expect(choose({ plan: plan("github") })).toBeUndefined();
});

test.each<[string, Partial<JudgingWish>]>([
  ["somebody else's server", { target: { ...own, external: true } }],
  ["somebody else's client", { target: { ...own, client: "an SDK" } }],
  ["a report for programs", { plan: plan("json") }],
  ["another report for programs", { plan: plan("console", { format: "junit", file: "a.xml" }) }],
])("%s is judged, and fails nothing", (_, wish) => {
  expect(choose(wish)).toEqual({ failOn: "never", secrets: ["s"] });
});

test("what should fail a run is judged", () => {
  expect(choose({ failOn: "must" })).toEqual({ failOn: "must", secrets: ["s"] });
});
