// The library: what `serve` and `run` do, for whoever tests a client inside their own test runner.
export { LabError, type LabErrorCode } from "./base/errors.ts";
export type { LedgerEntry } from "./healthy/effect-ledger.ts";
export type { Firing, RuleTally } from "./plan/ledger.ts";
export { createFaultServer, type FaultServer, type FaultServerOptions } from "./server/fault-lab.ts";
export type { LinkedTransport } from "./server/linked-transport.ts";
export type { Fetch } from "./transports/http/fetch-handler.ts";
