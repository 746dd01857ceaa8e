import type { GenericSchema, InferOutput } from "valibot";
import type { FailureKind } from "../protocol/outcome.ts";
import type { PseudoExchange, Shape } from "../protocol/exchange.ts";
import type { Era } from "../protocol/revision.ts";
import type { Inbound, Transform } from "../wire/transform.ts";
import type { FaultTool, PingOutcome } from "./fault-tool.ts";
import type { FieldReport } from "./field-reports.ts";

export { statusResult } from "./fault-tool.ts";

export const FAULT_GROUPS = [
  "timing",
  "messages",
  "bytes",
  "http",
  "life-cycle",
  "lists",
  "requests",
  "results",
  "sessions",
] as const;
export type FaultGroup = (typeof FAULT_GROUPS)[number];

/**
 * What a fault needs of the exchange it acts on; refused (by rule) or unlisted (as a tool) where it is absent. `cancel-message`: that a
 * cancel is a message, not the end of the request, as on stdio and in a session.
 */
export type FaultNeed = "session" | "progress-token" | "cancel-message" | "child-process" | "socket";

/** The exchange that a fault is shown on. */
export interface FaultSetting {
  /** The modern era where it has that, unless said otherwise. */
  readonly era?: Era;
  /** When the peer cancels. */
  readonly cancelAtMs?: number;
  /** What comes of a ping that the fault's tool sends. */
  readonly ping?: PingOutcome;
  /** The method of the request; a call of a tool unless said otherwise. */
  readonly method?: string;
  /** An exchange without a request. */
  readonly at?: PseudoExchange;
}

/**
 * One way to go wrong, declared once: the tool list, the catalogue of the command line, the reference page, the JSON Schemas, the
 * refusals and the generated test cells all derive from it.
 */
export interface FaultDeclaration<S extends GenericSchema = GenericSchema> {
  /** snake_case; the file, the export (camelCase), the tool and the page bear the same name. */
  readonly name: string;
  readonly title: string;
  /** One sentence: what the fault does. */
  readonly summary: string;
  readonly group: FaultGroup;
  /** `message`: sees JSON-RPC objects. `bytes`: sees what they were encoded to. */
  readonly stage: "message" | "bytes";
  /** Which side's frames it acts on; `to-client` unless said otherwise. */
  readonly direction?: "to-client" | "to-server" | "both";
  readonly shapes: readonly Shape[];
  /** The shapes that it has with these parameters, where they are fewer than `shapes`. */
  shapesWith?(params: InferOutput<S>): readonly Shape[];
  /** How many exchanges it brings together with these parameters; one unless said otherwise. A rule without `times` acts on as many. */
  gathers?(params: InferOutput<S>): number;
  /** Both unless said otherwise. */
  readonly eras?: readonly Era[];
  /** The methods that it acts on, "*" standing for any characters; every request unless said otherwise, none where it is empty. */
  readonly methods?: readonly string[];
  /** The exchanges without a request that it can act on. */
  readonly at?: readonly PseudoExchange[];
  readonly needs?: readonly FaultNeed[];
  /** How long it may outlive a cancel or closing, at most 60000 ms. */
  readonly maxMs?: number;
  /** The same with these parameters, where they say how long. */
  maxMsWith?(params: InferOutput<S>): number;
  /** Parameters; every field has a description and limits. */
  readonly params: S;
  readonly examples: readonly [InferOutput<S>, ...InferOutput<S>[]];
  /** What it is shown on, in its transcripts and on its page: a call of its tool and a peer that only listens, unless said otherwise. */
  readonly shownWith?: FaultSetting;
  /** Codes of the clauses that it breaks. */
  readonly breaks: readonly { readonly check: string }[];
  /** Codes of the clauses about the peer that it puts to the test. */
  readonly exercises?: readonly { readonly check: string }[];
  /** Where it was met in the field: the public reports of those entries are shown on its page. */
  readonly seenIn?: readonly FieldReport[];
  /** What a robust peer may report when it meets the fault. */
  readonly tolerates: readonly ("success" | FailureKind)[];
  /** What a robust peer does, in one or two sentences. */
  readonly robust: string;
  /** Builds the transform, once for each rule. */
  apply(params: InferOutput<S>): Transform;
  /** Acts on cancels and notifications of the peer before the core hears of them. */
  inbound?(params: InferOutput<S>): Inbound;
  /** The tool that arms this fault for its own call. Its arguments are the fault's parameters. */
  readonly tool?: FaultTool<InferOutput<S>>;
  /** Set where half of the fault is its tool's work, so that nothing else can arm it: a rule that names it is refused when loaded. */
  readonly toolOnly?: true;
}

/** Declares a fault; only gives the declaration its types. */
export function defineFault<S extends GenericSchema>(declaration: FaultDeclaration<S>): FaultDeclaration<S> {
  return declaration;
}
