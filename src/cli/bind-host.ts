/** What listening on a host would mean. `host` is the one spelling that was checked and must be the one that is bound. */
export type BindHost =
  | { readonly kind: "loopback" | "remote"; readonly host: string }
  /** Every address of the machine (`0.0.0.0`, `::`), in whatever spelling. */
  | { readonly kind: "wildcard" }
  | { readonly kind: "invalid" };

/**
 * Reads a host as `--host` gives it: a name, an IPv4 or an IPv6 address with or without brackets. Numbers are read as the
 * operating system reads them (`0`, `0x7f.1`, `017700000001`), so that no spelling of a wildcard gets through.
 */
export function readBindHost(text: string): BindHost {
  if (text === "*") return { kind: "wildcard" };
  const canonical = canonicalHost(text);
  if (canonical === undefined) return { kind: "invalid" };
  const { host, zone } = canonical;
  if (host.startsWith("[")) {
    const address = host.slice(1, -1);
    const mapped = mappedIpv4(address);
    if (mapped !== undefined) return readIpv4(mapped);
    if (address === "::") return { kind: "wildcard" };
    return { kind: address === "::1" ? "loopback" : "remote", host: address + zone };
  }
  return readIpv4(host);
}

function readIpv4(host: string): BindHost {
  if (host === "0.0.0.0") return { kind: "wildcard" };
  const isLoopback = host === "localhost" || /^127\.\d+\.\d+\.\d+$/.test(host);
  return { kind: isLoopback ? "loopback" : "remote", host };
}

/** The WHATWG URL parser knows every spelling of an address; it only knows no zones. */
function canonicalHost(text: string): { host: string; zone: string } | undefined {
  const bare = /^\[(.*)\]$/.exec(text)?.[1] ?? text;
  const percent = bare.indexOf("%");
  const isIpv6 = bare.includes(":");
  const zone = isIpv6 && percent >= 0 ? bare.slice(percent) : "";
  const address = zone === "" ? bare : bare.slice(0, percent);
  if (address === "" || /[\s/?#@\\*%]/.test(address) || (!isIpv6 && bare !== text)) return undefined;
  try {
    const url = new URL(`http://${isIpv6 ? `[${address}]` : address}/`);
    const host = url.hostname.replace(/\.$/, "");
    // An empty name would be bound as every address.
    return /^$|^\.|\.\.|\.$/.test(host) ? undefined : { host, zone };
  } catch {
    return undefined;
  }
}

/** The IPv4 address inside `::ffff:…`, as the parser writes it (two hexadecimal groups). */
function mappedIpv4(address: string): string | undefined {
  const match = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (match === null) return undefined;
  const [high, low] = [parseInt(match[1] ?? "", 16), parseInt(match[2] ?? "", 16)];
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}
