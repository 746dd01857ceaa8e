import { Buffer } from "node:buffer";
import type { Clock } from "../base/clock.ts";
import { MAX_HISTORY_BYTES, MAX_HISTORY_FRAME_BYTES, MAX_HISTORY_FRAMES } from "../base/limits.ts";
import type { Redactor } from "../base/redact.ts";
import type { Json } from "../protocol/json.ts";
import type { Tap } from "../wire/tap.ts";
import { describeContent } from "./content.ts";
import { FrameReader, isDeed, type Without } from "./frame-reader.ts";
import type { HistoryEntry, HistoryFooter, HistoryHeader, HistoryLine } from "./schema.ts";
import { HISTORY_SCHEMA_VERSION } from "./schema-version.ts";
import { LineBuffer } from "./line-buffer.ts";

/** Kept free for the footer within the size of a recording. */
const FOOTER_BYTES = 512;

export interface RecorderOptions {
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** What the header says, beyond the version of the format and the time. */
  readonly about: Pick<HistoryHeader, "seed" | "era" | "transport"> & { readonly toolVersion: string };
  /** Takes each line as it comes: as text, without its line end, and as data. Must not throw. */
  write(text: string, line: HistoryLine): void;
  readonly limits?: Partial<RecordingLimits>;
}

export interface RecordingLimits {
  /** Most lines between header and footer: 100000. */
  readonly entries: number;
  /** Largest recording: 64 MiB. */
  readonly bytes: number;
  /** Most bytes of one frame that are kept: 64 KiB. Of more, length and SHA-256 are. */
  readonly frameBytes: number;
}

type Role = "server" | "client";
type CallerSaw = Extract<HistoryEntry, { kind: "caller" }>["saw"];

/** How a process has ended. */
export interface ProcessEnd {
  readonly code?: number | undefined;
  readonly signal?: string | undefined;
}

/**
 * Records all that travels, and facts about processes, callers, rules and effects, in the order in which it hears of them. `client` is the
 * ordinal of the client that a fact belongs to, where that is known.
 */
export interface Recorder {
  readonly tap: Tap;
  /** The moment of the clock from which `atMs` counts. */
  readonly startMs: number;
  /** A process was started; its arguments are kept without secrets. */
  started(role: Role, argv: readonly string[], client?: number): void;
  /** A process wrote on stderr; kept line by line. */
  stderr(role: Role, bytes: Uint8Array): void;
  /** A process's stdin has ended. */
  stdinEnded(role: Role, client?: number): void;
  /** The lab has sent a signal to a process that had not left within `waitedMs`. */
  signalled(role: Role, signal: string, waitedMs: number, client?: number): void;
  exited(role: Role, how: ProcessEnd, client?: number): void;
  /** What the caller of a client saw come of a request. */
  caller(asked: { readonly method: string; readonly name?: string | undefined }, saw: CallerSaw, client?: number): void;
  /** A rule acts on the exchange of this number: what its faults hold back or leave out is seen in no frame. */
  fired(exchange: number, rule: string, faults: readonly string[]): void;
  /** A tool's side effect was executed, for the `execution`-th time with these arguments, by the exchange of this number. */
  effect(exchange: number, tool: string, args: Json, execution: number): void;
  /** An entry of another recorder on this machine, made at `momentMs` of the clock; its place is the next here. */
  take(entry: HistoryEntry, momentMs: number): void;
  /** So many entries more there would have been. */
  leaveOut(entries: number): void;
  /** Writes the last line, which says what was left out. Nothing is recorded after it. */
  close(): void;
}

/** Creates a recorder and writes its header. Never throws, whatever it is told. */
export function createRecorder(options: RecorderOptions): Recorder {
  return new HistoryRecorder(options);
}

type Facts = Without<HistoryEntry, "sequence" | "atMs" | "time">;

class HistoryRecorder implements Recorder {
  readonly #options: RecorderOptions;
  readonly #limits: RecordingLimits;
  readonly startMs: number;
  readonly #frames: FrameReader;
  readonly #stderr: Record<Role, LineBuffer>;
  #sequence = 0;
  #entries = 0;
  #bytes = 0;
  #contents = 0;
  #isFull = false;
  #isClosed = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    const { clock, redactor, about, limits } = options;
    this.#limits = {
      entries: limits?.entries ?? MAX_HISTORY_FRAMES,
      bytes: limits?.bytes ?? MAX_HISTORY_BYTES,
      frameBytes: limits?.frameBytes ?? MAX_HISTORY_FRAME_BYTES,
    };
    this.#frames = new FrameReader(redactor, this.#limits.frameBytes);
    this.#stderr = { server: this.#openStderr("server"), client: this.#openStderr("client") };
    this.startMs = clock.now();
    this.#write({
      kind: "header",
      schemaVersion: HISTORY_SCHEMA_VERSION,
      tool: { name: "mcp-failure-lab", version: about.toolVersion },
      seed: about.seed,
      era: about.era,
      transport: about.transport,
      startedAt: clock.date().toISOString(),
    });
  }

  readonly tap: Tap = (tapped) => {
    const { frame } = tapped;
    // How somebody reads does not travel.
    if (!isDeed(frame)) this.#record(() => this.#frames.read({ ...tapped, frame }));
  };

  started(role: Role, argv: readonly string[], client?: number): void {
    this.#record(() => ({ kind: "process-start", client, role, argv: this.#options.redactor.argv(argv) }));
  }

  stderr(role: Role, bytes: Uint8Array): void {
    this.#stderr[role].push(bytes);
  }

  stdinEnded(role: Role, client?: number): void {
    this.#record(() => ({ kind: "process-stdin-eof", client, role }));
  }

  signalled(role: Role, signal: string, waitedMs: number, client?: number): void {
    this.#record(() => ({ kind: "process-signal", client, role, signal, waitedMs }));
  }

  exited(role: Role, { code, signal }: ProcessEnd, client?: number): void {
    this.#stderr[role].flush();
    this.#record(() => ({ kind: "process-exit", client, role, code, signal }));
  }

  caller({ method, name }: Parameters<Recorder["caller"]>[0], saw: CallerSaw, client?: number): void {
    const { redactor } = this.#options;
    const named = name === undefined ? undefined : redactor.text(name);
    this.#record(() => ({ kind: "caller", client, method: redactor.text(method), name: named, saw }));
  }

  fired(exchange: number, rule: string, faults: readonly string[]): void {
    const { redactor } = this.#options;
    this.#record(() => ({ kind: "fired", exchange, rule: redactor.text(rule), faults: [...faults] }));
  }

  effect(exchange: number, tool: string, args: Json, execution: number): void {
    const { redactor } = this.#options;
    this.#record(() => ({
      kind: "effect",
      exchange,
      tool: redactor.text(tool),
      arguments: redactor.json(args),
      execution,
    }));
  }

  take(entry: HistoryEntry, momentMs: number): void {
    const { sequence: _, atMs: __, time, ...facts } = entry;
    this.#record(() => facts as Facts, { momentMs, time });
  }

  leaveOut(entries: number): void {
    if (!this.#isClosed) this.#sequence += entries;
  }

  close(): void {
    if (this.#isClosed) return;
    for (const lines of Object.values(this.#stderr)) lines.flush();
    this.#isClosed = true;
    const footer: HistoryFooter = {
      kind: "footer",
      entries: this.#entries,
      leftOut: { entries: this.#sequence - this.#entries, contents: this.#contents },
    };
    this.#write(footer);
  }

  #openStderr(role: Role): LineBuffer {
    const { redactor } = this.#options;
    const { frameBytes } = this.#limits;
    return new LineBuffer(frameBytes, (line) =>
      this.#record(() => ({ kind: "process-stderr", role, ...describeContent(line, redactor, frameBytes) })),
    );
  }

  #record(read: () => Facts, made?: { readonly momentMs: number; readonly time: string }): void {
    if (this.#isClosed) return;
    this.#sequence += 1;
    if (this.#isFull || this.#entries >= this.#limits.entries) {
      this.#isFull = true;
      return;
    }
    const { clock } = this.#options;
    const passedMs = Math.max(0, (made?.momentMs ?? clock.now()) - this.startMs);
    const atMs = Math.round(passedMs * 1000) / 1000;
    const placed = { sequence: this.#sequence, atMs, time: made?.time ?? clock.date().toISOString() };
    try {
      const facts = read();
      const { kind, ...rest } = facts;
      // The same entry in the order in which people read it.
      this.#append({ kind, ...placed, ...rest } as HistoryEntry);
    } catch (error) {
      // Only what is nested deeper than a stack cannot be told; that must not touch the exchange that is being listened to.
      if (!(error instanceof RangeError)) throw error;
    }
  }

  #append(entry: HistoryEntry): void {
    const text = JSON.stringify(entry);
    if (this.#bytes + Buffer.byteLength(text) + 1 + FOOTER_BYTES > this.#limits.bytes) {
      this.#isFull = true;
      return;
    }
    this.#entries += 1;
    if ("sha256" in entry || "withheld" in entry) this.#contents += 1;
    this.#write(entry, text);
  }

  #write(line: HistoryLine, text = JSON.stringify(line)): void {
    this.#bytes += Buffer.byteLength(text) + 1;
    this.#options.write(text, line);
  }
}
