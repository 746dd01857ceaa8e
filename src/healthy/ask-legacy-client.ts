import { MAX_INPUT_ROUNDS, SERVER_REQUEST_TIMEOUT_MS } from "../base/limits.ts";
import type { JsonObject } from "../protocol/json.ts";
import type { Answer } from "./call.ts";
import { missingCapabilities } from "./capability-needs.ts";
import type { Reply } from "./client-requests.ts";
import { allowsServerRequest } from "./eras/server-requests.ts";
import { InputRequired, type Ask, type Input } from "./input-required.ts";
import type { Outcome } from "./method.ts";
import type { ServedCall } from "./served-call.ts";

/**
 * Turns what a tool needs into requests of the server and runs it again with the answers, until it has what it wants. `failed` says
 * what comes of a client that cannot or will not answer.
 */
export async function askLegacyClient(
  call: ServedCall,
  first: InputRequired,
  again: (input: Input) => Promise<Answer | Outcome>,
  failed: (error: unknown) => Outcome,
): Promise<Outcome> {
  let required = first;
  for (let round = 1; round <= MAX_INPUT_ROUNDS; round++) {
    const impossible = cannotAsk(call, Object.values(required.asks));
    if (impossible !== undefined) return failed(new Error(impossible));
    const replies = await Promise.all(
      Object.entries(required.asks).map(async ([key, ask]) => ({ key, ask, reply: await send(call, ask) })),
    );
    const responses: Record<string, JsonObject> = {};
    for (const { key, ask, reply } of replies) {
      if (reply.kind !== "result") return failed(new Error(noAnswer(ask, reply)));
      responses[key] = reply.result;
    }
    const answer = await again({ responses, state: required.state });
    if (!(answer instanceof InputRequired)) return answer;
    required = answer;
  }
  return failed(new Error(`The client did not give what is needed in ${MAX_INPUT_ROUNDS} rounds`));
}

function cannotAsk(call: ServedCall, asks: readonly Ask[]): string | undefined {
  const { revision } = call.exchange;
  const unknown = asks.find((ask) => !allowsServerRequest(revision, ask.method));
  if (unknown !== undefined) return `Revision ${revision} has no ${unknown.method}`;
  if (call.peer.kind === "stateless") return "A client without a session cannot be asked for anything";
  if (!call.peer.initialized) return "The client has not sent notifications/initialized";
  const missing = missingCapabilities(asks, call.clientCapabilities);
  return missing === undefined ? undefined : `The client did not declare ${Object.keys(missing).join(", ")}`;
}

function send(call: ServedCall, { method, params }: Ask): Promise<Reply> {
  const asking = { method, params, timeoutMs: SERVER_REQUEST_TIMEOUT_MS, cancelOnTimeout: true };
  return call.peer.clientRequests.send(call.channel, call.clock, asking);
}

function noAnswer(ask: Ask, reply: Exclude<Reply, { kind: "result" }>): string {
  if (reply.kind === "error") return `The client refused ${ask.method}: ${reply.message} (${reply.code})`;
  return `The client did not answer ${ask.method}: ${reply.kind}`;
}
