import type { Leg } from "./legs.ts";
import { openV1 } from "./open-v1.ts";
import { openV2 } from "./open-v2.ts";
import type { SdkClient, SdkOptions } from "./sdk-client.ts";

/** Connects the leg's client: to `url` over HTTP, or to a `serve` of its own with `args` over stdio. */
export function open(leg: Leg, url: string, args: readonly string[], options?: SdkOptions): Promise<SdkClient> {
  const server = leg.transport === "http" ? url : args;
  return leg.sdk === "v1" ? openV1(server, options) : openV2(leg, server, options);
}
