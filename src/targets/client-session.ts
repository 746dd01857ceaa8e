import { createClient, type Client } from "../client/client.ts";
import type { ClientFailure, ClientOutcome } from "../client/outcome.ts";
import type { ClientTransport } from "../client/transport.ts";
import { isObject, objectAt, type JsonObject } from "../protocol/json.ts";
import type { Tap } from "../wire/tap.ts";
import type { Operation, OperationResult, TargetCall, TargetIdentity, TargetLab, TargetObservation, TargetSession } from "./adapter.ts";

export interface ClientSessionOptions {
  readonly lab: TargetLab;
  /** What reports call the way to the server. */
  readonly transport: TargetIdentity["transport"];
  /** Makes the transport when set-up begins. Throws where there can be none. */
  readonly connect: (signal: AbortSignal) => ClientTransport | Promise<ClientTransport>;
  /** Closes what stands behind the transport, after the client. */
  readonly release?: (() => Promise<void>) | undefined;
  /** Hears what the client sends and receives. */
  readonly tap?: Tap | undefined;
  readonly stderrTail?: (() => string) | undefined;
}

/** A session with a server that the lab's own client speaks to: every target that speaks MCP is one. */
export function createClientSession(options: ClientSessionOptions): TargetSession {
  return new ClientSession(options);
}

class ClientSession implements TargetSession {
  readonly #options: ClientSessionOptions;
  #client: Client | undefined;
  #cleaning: Promise<OperationResult<undefined>> | undefined;

  constructor(options: ClientSessionOptions) {
    this.#options = options;
  }

  async setUp({ signal }: Operation): Promise<OperationResult<TargetIdentity>> {
    const { lab, transport, connect, tap } = this.#options;
    this.#client = createClient({
      transport: await connect(signal),
      clock: lab.clock,
      revision: lab.protocolVersion,
      clientInfo: { name: "mcp-failure-lab", version: __VERSION__ },
      tap,
    });
    const outcome = resultOf(await this.#client.connect(signal));
    if (outcome.outcome !== "success") return outcome;
    const { name, version, protocolVersion, capabilities } = outcome.value;
    return { outcome: "success", value: { name, version, protocolVersion, capabilities, transport } };
  }

  async call({ method, params, onProgress }: TargetCall, { signal }: Operation): Promise<OperationResult<JsonObject>> {
    if (this.#client === undefined) throw new Error("a call before set-up");
    return answered(resultOf(await this.#client.request(method, params, { signal, onProgress })));
  }

  cleanUp({ signal }: Operation): Promise<OperationResult<undefined>> {
    return (this.#cleaning ??= this.#close(signal));
  }

  observations(): readonly TargetObservation[] {
    const { observations } = this.#client ?? {};
    if (observations === undefined) return [];
    const { dropped } = observations;
    return dropped === 0
      ? [...observations]
      : [...observations, { kind: "dropped", text: `${dropped} more were noticed and not kept` }];
  }

  stderrTail(): string {
    return this.#options.stderrTail?.() ?? "";
  }

  async #close(signal: AbortSignal): Promise<OperationResult<undefined>> {
    const refused = await this.#client?.close({ signal });
    await this.#options.release?.();
    if (refused === undefined) return { outcome: "success", value: undefined };
    if (refused.kind !== "cancelled") return failureOf(refused);
    // Nobody gives a clean-up up: what did not happen in its time is late.
    return { outcome: "timeout", failure: { kind: "timeout", message: refused.message } };
  }
}

/** 2026-07-28: a server that asks for input has not answered yet, and a scenario has nothing to give it. */
function answered(result: OperationResult<JsonObject>): OperationResult<JsonObject> {
  if (result.outcome !== "success" || result.value.resultType !== "input_required") return result;
  const requests = Object.values(objectAt(result.value, "inputRequests") ?? {});
  const methods = requests.map((request) => (isObject(request) ? JSON.stringify(request.method) : "?"));
  const what = methods.length === 0 ? "" : ` (${methods.slice(0, 5).join(", ")})`;
  const message = `the server asks for input before it answers${what}, and this client gives none`;
  return { outcome: "error", failure: { kind: "protocol_error", message } };
}

function resultOf<T>(outcome: ClientOutcome<T>): OperationResult<T> {
  return outcome.ok ? { outcome: "success", value: outcome.value } : failureOf(outcome.failure);
}

function failureOf({
  kind,
  message,
  code,
  data,
}: ClientFailure): Exclude<OperationResult<never>, { outcome: "success" }> {
  const outcome = kind === "transport_loss" || kind === "cancelled" ? kind : "error";
  return { outcome, failure: { kind, message, code, data } };
}
