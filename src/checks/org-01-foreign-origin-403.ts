import { defineCheck, inconclusive, obeyed, violated } from "./check.ts";
import { isTouchedFrame } from "./view/exchange.ts";
import type { SeenExchange } from "./view/seen.ts";

/** What says nothing about the origin: what is not there, not for that method, not so often or not now, is told that first. */
const OTHER_REASONS = [301, 302, 303, 307, 308, 400, 401, 404, 405, 406, 415, 421, 429, 502, 503, 504];
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
/** No page can have such a name (RFC 6761): whoever lets it in lets all in. Of any other a server may have been told to. */
const NOBODYS = /\.(?:example|invalid)$/;

export const foreignOrigin403 = defineCheck({
  id: "ORG-01",
  subjects: ["server"],
  eras: ["legacy", "modern"],
  transports: ["http"],
  proofs: {
    obeyed: "A request from a page of another origin got 403.",
    violated: "It was served, or refused with a status that says nothing of it.",
    inconclusive:
      "It was refused for what may be another reason: a redirect, 400, 401, 404, 405, 406, 415, 421, 429, 502, 503, 504. Or the origin is one that the server may have been told to let in.",
  },
  note: "Another origin is null, or a name that is neither of this machine nor the one in Host. Which others a server lets in, a recording cannot say: only for null, and for names that no page can have (.example, .invalid), it is a violation.",
  *judge({ exchanges }) {
    for (const exchange of exchanges) {
      const { request, head } = exchange;
      const origin = exchange.requestHeader("origin");
      if (request === undefined || head === undefined || origin === undefined || isTouchedFrame(head)) continue;
      if (!isForeign(origin, exchange)) continue;
      const says = `a ${request.verb} from ${JSON.stringify(origin)} got ${head.status}`;
      if (head.status === 403) yield obeyed(says, request, head);
      else if (OTHER_REASONS.includes(head.status) || !isNobodys(origin)) yield inconclusive(says, request, head);
      else yield violated(says, request, head);
    }
  },
});

function isForeign(origin: string, exchange: SeenExchange): boolean {
  if (origin === "null") return true;
  const name = nameOf(origin);
  return name !== undefined && !LOOPBACK.includes(name) && name !== nameOf(`http://${exchange.requestHeader("host")}`);
}

function isNobodys(origin: string): boolean {
  return origin === "null" || NOBODYS.test(nameOf(origin) ?? "");
}

function nameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
