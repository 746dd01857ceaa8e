import { systemClock, type Clock } from "../base/clock.ts";
import { randomIds, type Ids } from "../base/ids.ts";
import { createRandom } from "../base/random.ts";
import { FAULTS } from "../faults/index.ts";
import { toolInputSchema } from "../faults/tool-schemas.ts";
import { createHealthyServer } from "../healthy/server.ts";
import type { FaultServer, FaultServerOptions } from "./fault-server.ts";
import { joinFaultServer } from "./fault-server.ts";
import { createFaultPlan } from "./fault-plan.ts";

export interface CreateFaultServerOptions extends Omit<FaultServerOptions, "healthy" | "plan"> {
  /** The lab's version, as the server says it. */
  readonly version: string;
  /** From which chance is drawn; 0 unless said otherwise. */
  readonly seed?: number | undefined;
  /** The server is a process of its own. */
  readonly serve?: boolean | undefined;
  /** Offers what the official conformance suite asks for. */
  readonly conformance?: boolean | undefined;
  readonly clock?: Clock | undefined;
  readonly ids?: Ids | undefined;
}

/** Creates a fault server with the whole catalogue. Opens nothing: `serveLink`, `connect`, `handler` and `port` do. */
export async function createFaultServer(options: CreateFaultServerOptions): Promise<FaultServer> {
  const { version, seed = 0, serve = false, clock = systemClock, ids = randomIds } = options;
  const healthy = createHealthyServer({ clock, ids, version, faults: FAULTS, inputSchema: toolInputSchema, serve });
  return joinFaultServer({
    ...options,
    clock,
    ids,
    healthy,
    plan: createFaultPlan({ random: createRandom(seed), ownProcess: serve }),
  });
}
