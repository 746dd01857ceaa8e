import fc from "fast-check";
import { readBindHost } from "../../../src/cli/bind-host.ts";
import { rulesCarriedBy } from "../../../src/plan/carries-rules.ts";
import { Exchange } from "../../../src/protocol/exchange.ts";
import { createGuard, pathOf } from "../../../src/transports/http/guard.ts";
import { mustHold, textNear } from "../inputs.ts";
import { defineParser } from "../parser.ts";

const HOSTS = [
  "localhost",
  "localhost:3000",
  "127.0.0.1:80",
  "[::1]:65535",
  "evil.example.com",
  "127.0.0.1.evil.example.com",
];
const ORIGINS = [...HOSTS.map((host) => `http://${host}`), "https://localhost", "null", "file://localhost"];
const TARGETS = ["/mcp", "/mcp?rule=a", "//mcp", "*", "/", ...ORIGINS.map((origin) => `${origin}/mcp`)];
const OWN = ["localhost", "127.0.0.1", "[::1]"];

interface Front {
  readonly target: string;
  readonly host: string;
  readonly origin: string | undefined;
}

const guard = createGuard("/mcp", "127.0.0.1");

export const front = defineParser<Front>({
  name: "target, Host and Origin of a request",
  input: fc.record({
    target: textNear(...TARGETS),
    host: textNear(...HOSTS),
    origin: fc.option(textNear(...ORIGINS), { nil: undefined }),
  }),
  read({ target, host, origin }) {
    const values: Record<string, string | undefined> = { host, origin };
    const refusal = guard({
      method: "POST",
      target,
      headers: [],
      header: (name) => values[name],
      connection: 1,
      body: () => undefined,
    });
    if (refusal !== undefined)
      return mustHold(refusal.status === 403 || refusal.status === 404, "it is refused as it should be");
    // What is let through is our own to any reader of URLs, or no URL at all.
    mustHold(pathOf(target) === "/mcp", "the path is right");
    for (const address of [`http://${host}`, origin, /^https?:/i.test(target) ? target : undefined])
      mustHold(address === undefined || OWN.includes(nameIn(address)), `${address} is ours`);
  },
  growing: {
    "slashes in the target": (size) => ({ target: "/".repeat(size * 1_000_000), host: "localhost", origin: undefined }),
    "a long host": (size) => ({ target: "/mcp", host: "a".repeat(size * 500_000), origin: undefined }),
    "colons in the host": (size) => ({ target: "/mcp", host: "[" + ":".repeat(size * 500_000), origin: undefined }),
    "a long origin": (size) => ({
      target: "/mcp",
      host: "localhost",
      origin: `http://${"a.".repeat(size * 300_000)}:`,
    }),
  },
});

function nameIn(address: string): string {
  try {
    return new URL(address).hostname;
  } catch {
    // A port beyond all ports makes no URL, and names no other machine.
    return (
      OWN.find((name) =>
        new RegExp(`^https?://${name.replaceAll(/[[\]]/g, "\\$&")}:\\d{5}(?:/|$)`, "i").test(address),
      ) ?? "none"
    );
  }
}

export const bindHost = defineParser<string>({
  name: "a host to listen on",
  input: textNear(
    "127.0.0.1",
    "localhost",
    "::1",
    "[::1]",
    "0.0.0.0",
    "::",
    "0x7f.1",
    "017700000001",
    "fe80::1%eth0",
    "::ffff:0:0",
    "example.org",
  ),
  read(text) {
    const found = readBindHost(text);
    if (found.kind === "invalid" || found.kind === "wildcard") return;
    const again = readBindHost(found.host);
    mustHold(again.kind === found.kind && again.host === found.host, "the checked spelling is checked as the same");
    mustHold(!/^[0:.]*$/.test(found.host), "it is no wildcard");
  },
  growing: {
    dots: (size) => ".".repeat(size * 100_000),
    digits: (size) => "0".repeat(size * 100_000),
    colons: (size) => ":".repeat(size * 100_000),
    "a zone": (size) => `fe80::1%${"a".repeat(size * 100_000)}`,
  },
});

export const carriedRules = defineParser<string>({
  name: "rules in the query of a URL",
  input: textNear("/mcp?rule=tools/call%20hang", "/mcp?a=b&rule=%ff&rule=x+y", "/mcp?rule", "/mcp#?rule=a"),
  read(target) {
    const rules = rulesCarriedBy(
      new Exchange({
        sequence: 1,
        connection: 1,
        method: "tools/call",
        era: "modern",
        revision: "2026-07-28",
        transport: "http",
        direction: "to-client",
        http: { method: "POST", target, headers: [] },
      }),
    );
    mustHold(rules === undefined || rules.every((rule) => typeof rule === "string"), "they are texts");
  },
  growing: {
    "many of them": (size) => `/mcp?${"rule=a&".repeat(size * 10_000)}`,
    percents: (size) => `/mcp?rule=${"%".repeat(size * 200_000)}`,
  },
});
