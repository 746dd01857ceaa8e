import type { LabError } from "../base/errors.ts";
import type { RunReport } from "../scenarios/report.ts";

export const REPORT_FORMATS = ["console", "json", "junit", "github"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export interface RenderOptions {
  /** Exactly one file was named, and is not repeated. */
  readonly single: boolean;
  readonly colour: boolean;
}

/** The text of a report. Each format is loaded when it is asked for; the library behind JUnit takes longer than a whole run. */
export async function renderReport(format: ReportFormat, report: RunReport, options: RenderOptions): Promise<string> {
  switch (format) {
    case "console":
      return (await import("./console.ts")).renderConsole(report, options);
    case "json":
      return (await import("./json.ts")).renderJson(report, options);
    case "junit":
      return (await import("./junit.ts")).renderJunit(report);
    case "github":
      return (await import("./github.ts")).renderGithub(report);
    default:
      return format satisfies never;
  }
}

/** Loads what `renderReport` will need, so that nobody waits for it at the end of a run. Never rejects: that tells of it. */
export async function loadRenderer(format: ReportFormat): Promise<void> {
  const loading = {
    console: () => import("./console.ts"),
    json: () => import("./json.ts"),
    junit: () => import("./junit.ts"),
    github: () => import("./github.ts"),
  };
  await loading[format]().catch(() => undefined);
}

/** The text that stands in place of a report when a command could not begin; nothing on the console, where stderr tells it. */
export async function renderError(format: ReportFormat, error: LabError, timestamp: string): Promise<string> {
  switch (format) {
    case "console":
      return "";
    case "json":
      return (await import("./error-document.ts")).renderJsonError(error);
    case "junit":
      return (await import("./junit.ts")).renderJunitError(error, timestamp);
    case "github":
      return (await import("./github.ts")).renderGithubError(error);
    default:
      return format satisfies never;
  }
}
