import type { LabError } from "../base/errors.ts";
import type { RunReport, ScenarioReport } from "../scenarios/report.ts";

/** Most lines of one annotation: GitHub shows no more than a few. */
const MAX_LINES = 20;

/**
 * Workflow commands of GitHub Actions: an error annotation at the file of each scenario that did not pass, and a last line for the
 * log. Source: the documentation of workflow commands (`::error file=…,title=…::message`).
 */
export function renderGithub(report: RunReport): string {
  const annotations = report.scenarios.filter(({ passed }) => !passed).map(annotation);
  const { total, passed } = report.summary;
  return `${[...annotations, `${passed} of ${total} scenarios passed`].join("\n")}\n`;
}

/** An annotation for a run that could not begin. */
export function renderGithubError(error: LabError): string {
  return `::error title=${property("mcp-failure-lab")}::${data(error.message)}\n`;
}

function annotation({ name, file, failures, error }: ScenarioReport): string {
  const lines = [...(error === undefined ? [] : [error.message]), ...failures];
  return `::error file=${property(file)},title=${property(name)}::${data(lines.slice(0, MAX_LINES).join("\n"))}`;
}

/** A message may hold anything but what would end the command. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** In a property, what separates properties as well. */
function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
