import { defineCheck, obeyed, violated } from "./check.ts";
import { isTouchedFrame } from "./view/exchange.ts";

export const versionHeader = defineCheck({
  id: "LIF-08",
  subjects: ["client"],
  eras: ["legacy"],
  transports: ["http"],
  proofs: {
    obeyed: "Every request in the session after its initialize has the header MCP-Protocol-Version.",
    violated: "A request in the session does not have it.",
  },
  *judge({ kind, exchanges, revision }) {
    // The header came with 2025-06-18.
    if (kind !== "session" || revision < "2025-06-18") return;
    const later = exchanges.flatMap((exchange) => {
      const { request, method } = exchange;
      if (request === undefined || isTouchedFrame(request) || method === "initialize") return [];
      return [{ request, version: exchange.requestHeader("mcp-protocol-version") }];
    });
    for (const { request, version } of later) {
      if (version === undefined)
        yield violated(`a ${request.verb} in the session came without MCP-Protocol-Version`, request);
    }
    const [first] = later;
    if (later.every(({ version }) => version !== undefined))
      yield* first === undefined
        ? []
        : [obeyed("every request in the session names its revision", first.request, later.at(-1)?.request)];
  },
});
