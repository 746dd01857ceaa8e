import { expect, test } from "vitest";
import { LabError } from "../base/errors.ts";
import { renderGithub, renderGithubError } from "./github.ts";
import { runReport, scenarioReport } from "./report-fixture.ts";

test("annotates the file of each scenario that did not pass", () => {
  const failed = scenarioReport({
    name: "A: 50%, b",
    file: "s/a,b.json",
    passed: false,
    failures: ["one\r\ntwo", "observer: three"],
  });
  const text = renderGithub(runReport([scenarioReport(), failed]));
  const [annotation, last, end] = text.split("\n");
  expect(annotation).toBe("::error file=s/a%2Cb.json,title=A%3A 50%25%2C b::one%0D%0Atwo%0Aobserver: three");
  expect(last).toBe("1 of 2 scenarios passed");
  expect(end).toBe("");
});

test("annotates what could not be executed", () => {
  const broken = scenarioReport({
    passed: false,
    error: { code: "scenario_execution_failed", message: "set-up failed" },
  });
  expect(renderGithub(runReport([broken]))).toContain("title=Delay::set-up failed\n");
});

test("tells why a run could not begin, in one line", () => {
  expect(renderGithubError(new LabError("scenario_load_failed", "a.json: bad\nb.json: bad"))).toBe(
    "::error title=mcp-failure-lab::a.json: bad%0Ab.json: bad\n",
  );
});
