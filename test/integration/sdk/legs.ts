import type { Era, Revision } from "../../../src/protocol/revision.ts";

/** One way in which a client of an official SDK meets the server. */
export interface Leg {
  readonly sdk: "v1" | "v2";
  readonly transport: "stdio" | "http";
  /** How the SDK v2 chooses the era: what it opens with, or what it is bound to. */
  readonly mode: "legacy" | "auto" | "pin";
  readonly era: Era;
  /** What is offered, and agreed upon. */
  readonly revision: Revision;
}

const LEGACY: readonly Revision[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
const TRANSPORTS = ["stdio", "http"] as const;

/** Every leg, named. The SDK v1 offers one revision and knows one era. */
export const LEGS: readonly (readonly [name: string, leg: Leg])[] = TRANSPORTS.flatMap((transport) => [
  ...LEGACY.map((revision) => named({ sdk: "v2", transport, mode: "legacy", era: "legacy", revision })),
  named({ sdk: "v2", transport, mode: "auto", era: "modern", revision: "2026-07-28" }),
  named({ sdk: "v2", transport, mode: "pin", era: "modern", revision: "2026-07-28" }),
  named({ sdk: "v1", transport, mode: "legacy", era: "legacy", revision: "2025-11-25" }),
]);

function named(leg: Leg): readonly [string, Leg] {
  return [`SDK ${leg.sdk}, ${leg.transport}, ${leg.mode}, ${leg.revision}`, leg];
}
