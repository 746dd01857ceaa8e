import { createHttpTransport } from "../client/http-transport.ts";
import { openNodeHttpPort } from "../client/node-http-port.ts";
import type { TargetLab, TargetSession } from "./adapter.ts";
import { createClientSession } from "./client-session.ts";
import type { HttpConfig } from "./mcp-config.ts";
import { namedHeaders } from "./mcp-environment.ts";

/** A session with a server at a URL. */
export function createMcpHttpSession(config: HttpConfig, lab: TargetLab): TargetSession {
  const url = new URL(config.url);
  const named = namedHeaders(config, lab.env);
  const isNamed = named.some(([name]) => name.toLowerCase() === "user-agent");
  // Some servers refuse whoever does not say what it is.
  const headers = isNamed ? named : [...named, ["User-Agent", `mcp-failure-lab/${__VERSION__}`] as const];
  return createClientSession({
    lab,
    transport: "http",
    tap: lab.tap,
    connect: () =>
      createHttpTransport({
        openPort: () => openNodeHttpPort(url),
        target: `${url.pathname}${url.search}`,
        headers,
      }),
  });
}
