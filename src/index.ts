// The library: what `serve` and `run` do, for whoever tests a client inside their own test runner.
export { LabError, type LabErrorCode } from "./base/errors.ts";
export type { LedgerEntry } from "./healthy/effect-ledger.ts";
export type { Firing, RuleTally } from "./plan/ledger.ts";
export type { FailureKind, Outcome } from "./protocol/outcome.ts";
export type { Revision } from "./protocol/revision.ts";
export type { ScenarioReport } from "./scenarios/report.ts";
export { runScenario, type RunScenarioOptions } from "./scenarios/run.ts";
export { createFaultServer, type FaultServer, type FaultServerOptions } from "./server/fault-lab.ts";
export type { LinkedTransport } from "./server/linked-transport.ts";
export type { Fetch } from "./transports/http/fetch-handler.ts";
