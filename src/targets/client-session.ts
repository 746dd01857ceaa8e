import { until } from "../base/abort.ts";
import { createClient, type Client } from "../client/client.ts";
import type { Numbering } from "../client/connection.ts";
import type { ClientFailure, ClientOutcome } from "../client/outcome.ts";
import type { ClientTransport } from "../client/transport.ts";
import type { LedgerEntry } from "../healthy/effect-ledger.ts";
import type { RuleTally } from "../plan/ledger.ts";
import { isObject, objectAt, type JsonObject } from "../protocol/json.ts";
import type { Era } from "../protocol/revision.ts";
import type { ClientRules } from "../server/client-rules.ts";
import type { Tap } from "../wire/tap.ts";
import { isClientAlone } from "./tap-side.ts";
import { withAdvice } from "./set-up-advice.ts";
import type {
  Operation,
  OperationResult,
  ServerRecording,
  TargetCall,
  TargetIdentity,
  TargetLab,
  TargetObservation,
  TargetSession,
} from "./adapter.ts";

export interface ClientSessionOptions {
  readonly lab: TargetLab;
  /** What reports call the way to the server. */
  readonly transport: TargetIdentity["transport"];
  /** Makes the transport of a connection when it is opened. Throws where there can be none. */
  readonly connect: (signal: AbortSignal) => ClientTransport | Promise<ClientTransport>;
  /** Closes what stands behind the transports, after the clients. */
  readonly release?: (() => Promise<void>) | undefined;
  /** Hears what the client sends and receives. */
  readonly tap?: Tap | undefined;
  readonly stderrTail?: (() => string) | undefined;
  /** What came of the rules that the server has. */
  readonly tallies?: (() => readonly RuleTally[]) | undefined;
  readonly ledger?: (() => readonly LedgerEntry[]) | undefined;
  /** What the server has recorded, once `release` is over. */
  readonly recordings?: (() => readonly ServerRecording[]) | undefined;
}

/** A session with a server that the lab's own client speaks to: every target that speaks MCP is one. */
export function createClientSession(options: ClientSessionOptions): TargetSession {
  return new ClientSession(options);
}

const EVERY_CHANGE: JsonObject = {
  notifications: { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true },
};

const CLIENT_NAME = "mcp-failure-lab";

class ClientSession implements TargetSession {
  readonly #options: ClientSessionOptions;
  /** One for each connection, in the order in which they were opened; calls travel on the last. */
  readonly #clients: Client[] = [];
  readonly #numbering: Numbering = { exchanges: 0, connections: 0 };
  readonly #watchers = new Set<(notification: JsonObject) => void>();
  #rules: ClientRules | undefined;
  #era: Era | undefined;
  #transport: ClientTransport | undefined;
  #cleaning: Promise<OperationResult<undefined>> | undefined;

  constructor(options: ClientSessionOptions) {
    this.#options = options;
  }

  setUp({ signal }: Operation): Promise<OperationResult<TargetIdentity>> {
    return this.#open(signal);
  }

  async connect(how: "beside" | "instead", { signal }: Operation): Promise<OperationResult<TargetIdentity>> {
    if (how === "instead") await Promise.all(this.#clients.map((client) => client.close({ signal })));
    return this.#open(signal);
  }

  async call({ method, params, onProgress }: TargetCall, { signal }: Operation): Promise<OperationResult<JsonObject>> {
    const client = this.#clients.at(-1);
    if (client === undefined) throw new Error("a call before set-up");
    return answered(resultOf(await client.request(method, params, { signal, onProgress })));
  }

  async listen({ signal }: Operation): Promise<OperationResult<undefined>> {
    const client = this.#clients.at(-1);
    if (client === undefined) throw new Error("listening before set-up");
    if (this.#era !== "modern") {
      await Promise.race([this.#transport?.listening, until(signal)]);
      return { outcome: "success", value: undefined };
    }
    const giveUp = new AbortController();
    const stop = (): void => giveUp.abort();
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    const begun = new Promise<OperationResult<undefined>>((resolve) => {
      const onNotification = ({ method }: JsonObject): void => {
        if (method === "notifications/subscriptions/acknowledged") resolve({ outcome: "success", value: undefined });
      };
      // The stream goes with its connection.
      const request = client.request("subscriptions/listen", EVERY_CHANGE, { signal: giveUp.signal, onNotification });
      void request.then((outcome) => {
        const result = resultOf(outcome);
        resolve(result.outcome === "success" ? { outcome: "success", value: undefined } : result);
      });
    });
    const result = await begun;
    signal.removeEventListener("abort", stop);
    return result;
  }

  watch(listener: (notification: JsonObject) => void): () => void {
    this.#watchers.add(listener);
    return () => void this.#watchers.delete(listener);
  }

  cleanUp({ signal }: Operation): Promise<OperationResult<undefined>> {
    return (this.#cleaning ??= this.#close(signal));
  }

  tallies(): readonly RuleTally[] {
    return [...(this.#options.tallies?.() ?? []), ...(this.#rules?.tallies() ?? [])];
  }

  ledger(): readonly LedgerEntry[] | undefined {
    return this.#options.ledger?.();
  }

  recordings(): readonly ServerRecording[] {
    return this.#options.recordings?.() ?? [];
  }

  observations(): readonly TargetObservation[] {
    return this.#clients.flatMap(({ observations }): TargetObservation[] => {
      const { dropped } = observations;
      return dropped === 0
        ? [...observations]
        : [...observations, { kind: "dropped", text: `${dropped} more were noticed and not kept` }];
    });
  }

  stderrTail(): string {
    return this.#options.stderrTail?.() ?? "";
  }

  async #open(signal: AbortSignal): Promise<OperationResult<TargetIdentity>> {
    const { lab, transport: way, connect } = this.#options;
    const transport = (this.#transport = await connect(signal));
    const rules = (this.#rules ??= await this.#openRules(transport.kind));
    const client = createClient({
      transport,
      clock: lab.clock,
      revision: lab.protocolVersion,
      clientInfo: { name: CLIENT_NAME, version: __VERSION__ },
      tap: rules?.tap ?? this.#options.tap,
      outbound: rules?.outbound,
      numbering: this.#numbering,
      onNotification: (notification) => {
        for (const watcher of [...this.#watchers]) watcher(notification);
      },
    });
    this.#clients.push(client);
    const connected = await client.connect(signal);
    const outcome = connected.ok ? resultOf(connected) : failureOf(withAdvice(connected.failure, lab.protocolVersion));
    if (outcome.outcome !== "success") return outcome;
    const { name, version, protocolVersion, capabilities, era } = outcome.value;
    this.#era = era;
    return { outcome: "success", value: { name, version, protocolVersion, capabilities, transport: way } };
  }

  /** Loaded only where something is to go wrong with what the client sends. */
  async #openRules(transport: ClientTransport["kind"]): Promise<ClientRules | undefined> {
    const { lab, tap } = this.#options;
    const { toServer: sources = [], seed = 0 } = lab.rules ?? {};
    if (sources.length === 0) return undefined;
    const { createClientRules } = await import("../server/client-rules.ts");
    const onError = (error: unknown): void => {
      throw error;
    };
    const { clock, deeds } = lab;
    // Where the server's side is recorded, the numbers of exchanges are the server's.
    const onFired = isClientAlone(lab.rules) ? deeds?.onFired : undefined;
    return createClientRules({ sources, seed, clock, transport, client: CLIENT_NAME, tap, onFired, onError });
  }

  async #close(signal: AbortSignal): Promise<OperationResult<undefined>> {
    const endFaults = (): void => this.#rules?.close();
    if (signal.aborted) endFaults();
    else signal.addEventListener("abort", endFaults, { once: true });
    const ends = await Promise.all(this.#clients.map((client) => client.close({ signal })));
    signal.removeEventListener("abort", endFaults);
    endFaults();
    await this.#options.release?.();
    const refused = ends.find((end) => end !== undefined);
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
