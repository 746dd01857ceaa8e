import type { Witness } from "./witness.ts";

/** What the two generations of the SDK have in common, as far as these tests use it. */
export interface SdkClient {
  /** What the SDK told its error callback. */
  readonly errors: Witness;
  /** HTTP requests, as `METHOD rpc-method -> status`, at the head of each answer. */
  readonly requests: Witness;
  /** Notifications that the client was handed, by method. */
  readonly notified: Witness;
  /** Settles when the SDK says that the connection is closed. */
  readonly closed: Promise<void>;
  readonly revision: string | undefined;
  readonly serverName: string | undefined;
  /** Calls a tool. Resolves with what the caller gets: a result, or what was thrown at it. */
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Outcome>;
  list(what: "tools" | "prompts" | "resources" | "templates"): Promise<string[]>;
  read(uri: string): Promise<unknown>;
  prompt(name: string, args?: Record<string, string>): Promise<unknown>;
  complete(prompt: string, argument: string, value: string): Promise<string[]>;
  setLevel(level: "debug" | "warning"): Promise<unknown>;
  subscribe(uri: string): Promise<unknown>;
  unsubscribe(uri: string): Promise<unknown>;
  ping(): Promise<unknown>;
  close(): Promise<void>;
}

export interface CallOptions {
  /** 10 s unless said otherwise: longer than any answer here takes. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: number) => void;
}

export type Outcome =
  | { readonly text: string; readonly isError: boolean; readonly thrown?: undefined }
  | { readonly thrown: string; readonly text?: undefined };

export interface SdkOptions {
  /** What the client says it can do, and what it answers when it is asked. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** Keeps the client's answers to requests of the server from leaving, over HTTP. */
  readonly mute?: boolean;
  /** The longest message that it reads over stdio. */
  readonly maxBufferSize?: number;
}

/** An error as one line: class, code, HTTP status, message. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, status } = error as { code?: unknown; status?: unknown }; // what the SDKs' own classes carry
  const facts = [error.constructor.name, code, status].filter((fact) => fact !== undefined).map(String);
  return `${facts.join(" ")}: ${error.message}`;
}

/** The text of a tool's result, and whether it is an error. */
export function toOutcome(result: { content?: unknown; isError?: unknown }): Outcome {
  const items = Array.isArray(result.content) ? (result.content as { text?: string }[]) : [];
  return { text: items.map((item) => item.text ?? "").join(""), isError: result.isError === true };
}
