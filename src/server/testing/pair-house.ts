import { createFakeClock, type FakeClock } from "../../base/fake-clock.ts";
import { createSequentialIds } from "../../base/ids.ts";
import { createRandom } from "../../base/random.ts";
import { FAULT_TOOLS } from "../../faults/fault-tools.ts";
import { toolInputSchema } from "../../faults/tool-schemas.ts";
import { createHealthyServer } from "../../healthy/server.ts";
import type { Exchange } from "../../protocol/exchange.ts";
import type { AnswerShape } from "../../transports/http/http-reply.ts";
import type { Tapped } from "../../wire/tap.ts";
import { createFaultPlan } from "../fault-plan.ts";
import { joinFaultServer, type FaultServer } from "../fault-server.ts";
import type { FaultPlan } from "../lab.ts";
import { openRuleHouse, type RuleSource } from "../rule-house.ts";

/** A server in memory of which is known what still runs on it, and what was done to its connections. */
export interface PairHouse {
  readonly clock: FakeClock;
  readonly server: FaultServer;
  /** The exchanges on which faults act and that are not over. */
  readonly armed: ReadonlySet<Exchange>;
  /** The names of the faults that were armed since this was last asked. */
  takeActed(): readonly string[];
  /** Defects that the lab has told of itself. */
  readonly defects: readonly string[];
  /** Whether a fault has cut, reset or ended a connection, or lost or altered a session, since this was last asked. */
  wasBroken(): boolean;
}

export async function openPairHouse(answers: AnswerShape, sources: readonly RuleSource[] = []): Promise<PairHouse> {
  const clock = createFakeClock();
  const ids = createSequentialIds("id");
  const healthy = createHealthyServer({
    clock,
    ids,
    version: "1",
    faults: FAULT_TOOLS,
    inputSchema: toolInputSchema,
    serve: true,
  });
  const openHouse = () =>
    Promise.resolve(
      openRuleHouse({ sources, seed: 1, offers: healthy.changes, transport: undefined, onFired: undefined }),
    );
  const plan = createFaultPlan({ random: createRandom(1), openHouse, ownProcess: true });
  await plan.house();
  const armed = new Set<Exchange>();
  const defects: string[] = [];
  const acted: string[] = [];
  let isBroken = false;
  const watched: FaultPlan = {
    decide(exchange, peer) {
      const decision = plan.decide(exchange, peer);
      if (decision?.kind !== "armed") return decision;
      armed.add(exchange);
      acted.push(...decision.faults.map(({ name }) => name));
      return {
        ...decision,
        release() {
          armed.delete(exchange);
          decision.release();
        },
      };
    },
    release: (place) => plan.release(place),
  };
  const tap = ({ direction, exchange, frame }: Tapped) => {
    if (direction === "to-server") return;
    // Over HTTP an answer has an end of its own; on a line it is the connection that ends.
    const isEnd = frame.kind === "close" && (frame.how !== "end" || exchange.transport === "stdio");
    if (isEnd || frame.kind === "session") isBroken = true;
  };
  const stderr = (bytes: string | Uint8Array) => {
    if (typeof bytes === "string" && bytes.includes("internal error")) defects.push(bytes.trim());
  };
  const server = joinFaultServer({ healthy, plan: watched, clock, ids, tap, answers, stderr });
  await server.http();
  return {
    clock,
    server,
    armed,
    defects,
    takeActed: () => acted.splice(0),
    wasBroken() {
      const was = isBroken;
      isBroken = false;
      return was;
    },
  };
}
