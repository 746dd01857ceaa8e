import type { HttpRequest } from "../../wire/http-port.ts";

/** Why a request is refused before anything is done with it. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Lets only requests through that are meant for this server: the right path (else 404), and a `Host` and `Origin` that name this
 * machine or the bound host, with any port (else 403). Against DNS rebinding; checked before anything else (SPEC 3).
 */
export function createGuard(path: string, boundHost: string): (request: HttpRequest) => Refusal | undefined {
  const bound = boundHost.includes(":") && !boundHost.startsWith("[") ? `[${boundHost}]` : boundHost;
  const names = new Set([...LOOPBACK_NAMES, bound.toLowerCase()]);
  return (request) => {
    if (pathOf(request.target) !== path) return { status: 404, message: "Not found" };
    // A target that is a whole address counts in place of Host (RFC 9112, 3.2.2); both have to be good here.
    const host = request.header("host");
    const address = authorityOf(request.target);
    if (host === undefined || !names.has(nameOf(host)) || (address !== undefined && !names.has(nameOf(address))))
      return { status: 403, message: "Forbidden: this Host header is not served here" };
    const origin = request.header("origin");
    if (origin !== undefined && !names.has(originName(origin))) {
      return { status: 403, message: "Forbidden: this Origin is not served here" };
    }
    return undefined;
  };
}

/** The `name:port` of a request target that is a whole address; undefined for the usual ones. */
function authorityOf(target: string): string | undefined {
  return target.startsWith("/") ? undefined : /^https?:\/\/([^/?#]*)/i.exec(target)?.[1];
}

/** The path of a request target, whatever its form; never throws (a target such as `//` is no URL). */
export function pathOf(target: string): string {
  let rest = target;
  const scheme = /^https?:\/\//i.exec(rest);
  if (scheme !== null) {
    const slash = rest.indexOf("/", scheme[0].length);
    rest = slash < 0 ? "/" : rest.slice(slash);
  }
  const end = rest.search(/[?#]/);
  return end < 0 ? rest : rest.slice(0, end);
}

/** The name in `name:port`, in lower case; `[::1]` keeps its brackets. A malformed one yields a name that nobody has. */
function nameOf(host: string): string {
  const match = /^(\[[0-9a-f:.]+\]|[^:[\]/@\s]+)(?::\d{1,5})?$/i.exec(host);
  return match?.[1]?.toLowerCase() ?? "";
}

function originName(origin: string): string {
  const match = /^https?:\/\/(.+)$/i.exec(origin);
  return match?.[1] === undefined ? "" : nameOf(match[1]);
}
