import type { Client, Transport } from "@modelcontextprotocol/client";
import { Observations } from "../client/observations.ts";
import type { LedgerEntry } from "../healthy/effect-ledger.ts";
import type { RuleTally } from "../plan/ledger.ts";
import { KNOWN_METHODS } from "../plan/known-methods.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import { eraOf } from "../protocol/revision.ts";
import type {
  Operation,
  OperationResult,
  TargetCall,
  TargetIdentity,
  TargetLab,
  TargetObservation,
  TargetSession,
} from "./adapter.ts";
import { messageOf, sdkFailure } from "./sdk-failure.ts";
import type { Sdk } from "./sdk-load.ts";

export interface SdkSessionOptions {
  readonly lab: TargetLab;
  readonly sdk: Sdk;
  /** What reports call the way to the server. */
  readonly transport: TargetIdentity["transport"];
  /** Makes the transport of a connection when it is opened. */
  readonly connect: () => Promise<Transport>;
  /** Closes what stands behind the transports, after the clients. */
  readonly release: () => Promise<void>;
  readonly stderrTail?: (() => string) | undefined;
  readonly tallies: () => readonly RuleTally[];
  readonly ledger: () => readonly LedgerEntry[];
}

/** A session in which the official SDK's client asks. It keeps its own rules: what it believes, notices and throws is what is reported. */
export function createSdkSession(options: SdkSessionOptions): TargetSession {
  return new SdkSession(options);
}

/** The time is kept by whoever gave the operation its budget: the SDK's own limit (60 s unless said otherwise) only stands behind it. */
const GRACE_MS = 60_000;

/** What a method that the SDK does not know may answer. */
const ANY_RESULT = {
  "~standard": { version: 1, vendor: "mcp-failure-lab", validate: (value: unknown) => ({ value }) },
} as const;

const EVERY_CHANGE = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true } as const;

interface Connection {
  readonly client: Client;
  readonly transport: Transport & { terminateSession?(): Promise<void> };
}

class SdkSession implements TargetSession {
  readonly #options: SdkSessionOptions;
  /** In the order in which they were opened; calls travel on the last. */
  readonly #connections: Connection[] = [];
  readonly #observations = new Observations();
  readonly #watchers = new Set<(notification: JsonObject) => void>();
  #cleaning: Promise<OperationResult<undefined>> | undefined;

  constructor(options: SdkSessionOptions) {
    this.#options = options;
  }

  setUp(operation: Operation): Promise<OperationResult<TargetIdentity>> {
    return this.#open(operation);
  }

  async connect(how: "beside" | "instead", operation: Operation): Promise<OperationResult<TargetIdentity>> {
    if (how === "instead") await Promise.allSettled(this.#connections.map(close));
    return this.#open(operation);
  }

  call({ method, params, onProgress }: TargetCall, operation: Operation): Promise<OperationResult<JsonObject>> {
    return this.#attempt(async () => {
      const { client } = this.#current();
      const { name } = params;
      const options = {
        ...limits(operation),
        onprogress: ({ progress }: { progress: number }): void => onProgress?.(progress),
      };
      const result: unknown =
        method === "tools/call" && typeof name === "string"
          ? await client.callTool({ ...params, name }, options)
          : KNOWN_METHODS.includes(method)
            ? // One of the specification's methods; the types need to be told one by name.
              await client.request({ method: method as "tools/list", params }, options)
            : await client.request({ method, params }, ANY_RESULT, options);
      if (!isObject(result)) throw new TypeError(`the client returned no object for ${method}`);
      return result;
    });
  }

  listen(operation: Operation): Promise<OperationResult<undefined>> {
    return this.#attempt(async () => {
      const { client } = this.#current();
      // A legacy server tells of its own accord.
      if (client.getProtocolEra() === "modern") await client.listen(EVERY_CHANGE, limits(operation));
      return undefined;
    });
  }

  watch(listener: (notification: JsonObject) => void): () => void {
    this.#watchers.add(listener);
    return () => void this.#watchers.delete(listener);
  }

  cleanUp(): Promise<OperationResult<undefined>> {
    return (this.#cleaning ??= this.#close());
  }

  tallies(): readonly RuleTally[] {
    return this.#options.tallies();
  }

  ledger(): readonly LedgerEntry[] {
    return this.#options.ledger();
  }

  stderrTail(): string {
    return this.#options.stderrTail?.() ?? "";
  }

  observations(): readonly TargetObservation[] {
    const { dropped } = this.#observations;
    const kept = [...this.#observations];
    return dropped === 0 ? kept : [...kept, { kind: "dropped", text: `${dropped} more were noticed and not kept` }];
  }

  #open(operation: Operation): Promise<OperationResult<TargetIdentity>> {
    return this.#attempt(async () => {
      const { sdk, lab, connect, transport: way } = this.#options;
      const transport = await connect();
      const client = new sdk.client.Client(
        { name: "mcp-failure-lab", version: __VERSION__ },
        negotiation(lab.protocolVersion),
      );
      client.onerror = (error) => this.#observations.add("client_error", messageOf(error));
      client.fallbackNotificationHandler = async (notification) => {
        // It came as JSON.
        for (const watcher of [...this.#watchers]) watcher(notification as JsonObject);
      };
      this.#connections.push({ client, transport });
      await client.connect(transport, limits(operation));
      return {
        name: client.getServerVersion()?.name ?? "unknown",
        version: client.getServerVersion()?.version,
        protocolVersion: client.getNegotiatedProtocolVersion() ?? "unknown",
        // It came as JSON.
        capabilities: (client.getServerCapabilities() ?? {}) as JsonObject,
        transport: way,
      };
    });
  }

  #current(): Connection {
    const connection = this.#connections.at(-1);
    if (connection === undefined) throw new Error("a call before set-up");
    return connection;
  }

  async #attempt<T>(work: () => Promise<T>): Promise<OperationResult<T>> {
    try {
      return { outcome: "success", value: await work() };
    } catch (error) {
      return sdkFailure(error, this.#options.sdk.client);
    }
  }

  async #close(): Promise<OperationResult<undefined>> {
    const ends = await Promise.allSettled(this.#connections.map(close));
    await this.#options.release();
    const failed = ends.find((end) => end.status === "rejected");
    if (failed === undefined) return { outcome: "success", value: undefined };
    return sdkFailure(failed.reason, this.#options.sdk.client);
  }
}

/** A session of HTTP is terminated first. */
async function close({ client, transport }: Connection): Promise<void> {
  try {
    if (transport.sessionId !== undefined) await transport.terminateSession?.();
  } finally {
    await client.close();
  }
}

function limits({ signal, budgetMs }: Operation): { signal: AbortSignal; timeout: number } {
  return { signal, timeout: budgetMs + GRACE_MS };
}

/** A named revision never falls back (SPEC 5). */
function negotiation(revision: TargetLab["protocolVersion"]) {
  if (revision === "auto") return { versionNegotiation: { mode: "auto" as const } };
  if (eraOf(revision) === "modern") return { versionNegotiation: { mode: { pin: revision } } };
  return { versionNegotiation: { mode: "legacy" as const }, supportedProtocolVersions: [revision] };
}
