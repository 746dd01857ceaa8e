import type { TransportKind } from "../../protocol/exchange.ts";
import type { Place, Tool } from "./tool.ts";

/** A tool that not every peer on a transport sees. */
export interface LeftOut {
  readonly name: string;
  /** For which peers it is not there, and why. */
  readonly why: string;
}

const PEERS: Readonly<Record<TransportKind, readonly (readonly [who: string, place: Place])[]>> = {
  stdio: [
    ["legacy", { transport: "stdio", era: "legacy", session: undefined }],
    ["modern", { transport: "stdio", era: "modern", session: undefined }],
  ],
  http: [
    ["sessions", { transport: "http", era: "legacy", session: 1 }],
    ["legacy requests without a session", { transport: "http", era: "legacy", session: undefined }],
    ["modern", { transport: "http", era: "modern", session: undefined }],
  ],
};

/** What is left out on a transport, and why (SPEC 3: `serve` says so on stderr). */
export function leftOut(tools: readonly Tool[], transport: TransportKind): readonly LeftOut[] {
  return tools.flatMap((tool) => {
    const reasons = PEERS[transport].flatMap(([who, place]) => {
      const why = tool.unavailable?.(place);
      return why === undefined ? [] : [{ who, why }];
    });
    if (reasons.length === 0) return [];
    const everywhere =
      reasons.length === PEERS[transport].length && reasons.every(({ why }) => why === reasons[0]?.why);
    const why = everywhere ? reasons[0]?.why : reasons.map((reason) => `${reason.who}: ${reason.why}`).join("; ");
    return [{ name: tool.name, why: why ?? "" }];
  });
}
