import type { JsonObject } from "../protocol/json.ts";
import type { Revision } from "../protocol/revision.ts";
import type { Headers } from "../protocol/exchange.ts";

/** One thing that travels. The healthy server's messages become frames; faults turn frames into frames; a sink performs them. */
export type Frame =
  | HeadFrame
  | RequestFrame
  | MessageFrame
  | PrimeFrame
  | CommentFrame
  | BytesFrame
  | RawFrame
  | StderrFrame
  | SessionFrame
  | InputFrame
  | OutageFrame
  | StandingFrame
  | CloseFrame;

/** The head of an HTTP answer; the shape is known from here on. */
export interface HeadFrame {
  readonly kind: "head";
  readonly shape: "http-json" | "http-sse";
  readonly status: number;
  readonly headers: Headers;
}

/** The head of an HTTP request (direction `to-server`). */
export interface RequestFrame {
  readonly kind: "request";
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
}

export interface EventFields {
  readonly id?: string | undefined;
  readonly event?: string | undefined;
  readonly retryMs?: number | undefined;
}

/** One JSON-RPC message. A fault may have made it something that JSON-RPC forbids. */
export interface MessageFrame {
  readonly kind: "message";
  readonly message: JsonObject;
  /** The fault of another exchange that has put it here. */
  readonly fault?: string | undefined;
  readonly sse?: EventFields | undefined;
}

/** The first, empty event of a resumable stream. */
export interface PrimeFrame {
  readonly kind: "prime";
  readonly id: string;
  readonly retryMs?: number | undefined;
}

/** A comment on an event stream. */
export interface CommentFrame {
  readonly kind: "comment";
  readonly text: string;
}

/** Encoded bytes: one frame, one write. */
export interface BytesFrame {
  readonly kind: "bytes";
  readonly bytes: Uint8Array | string;
  /** The message these bytes carry, whole or in part. */
  readonly of?: JsonObject | undefined;
  /** The message goes on in the next bytes frame of this exchange; a shared stream belongs to it until then. */
  readonly more?: true | undefined;
}

/** HTTP only: bytes straight to the socket, below HTTP. */
export interface RawFrame {
  readonly kind: "raw";
  readonly bytes: Uint8Array;
}

/** Bytes for the lab's own stderr, on every transport. */
export interface StderrFrame {
  readonly kind: "stderr";
  readonly bytes: Uint8Array | string;
}

/** `forget`: the session of this exchange is struck from the registry. `become`: it goes on at another revision. */
export type SessionFrame =
  | { readonly kind: "session"; readonly act: "forget" }
  | { readonly kind: "session"; readonly act: "become"; readonly revision: Revision };

/**
 * Stdio only: one more piece of what the peer sends is read (64 KiB at most), and then nothing until the next frame of this kind. After
 * the last frame of the exchange all is read as ever.
 */
export interface InputFrame {
  readonly kind: "input";
}

/**
 * HTTP only: the listener is gone, with every socket that is open. It is back at the same address after `downMs`; legacy sessions are
 * forgotten or go on. Nothing is done where nothing listens on a socket.
 */
export interface OutageFrame {
  readonly kind: "outage";
  readonly downMs: number;
  readonly sessions: "lost" | "kept";
  /** The fault that cuts the other sockets, too. */
  readonly fault: string;
}

/** HTTP only: a message for the standing stream of the session, which it waits for. Lost where there is no session. */
export interface StandingFrame {
  readonly kind: "standing";
  readonly message: JsonObject;
  /** The fault that sends it there. */
  readonly fault: string;
}

/** What is performed and does not travel by itself. */
export type DeedFrame = InputFrame | StandingFrame;

/**
 * `end`: clean. `cut`: a FIN or a closed stdout in the middle, the process lives on. `reset`: RST. `exit`: the process ends
 * (on HTTP the whole listener's process). After `end` only `cut` and `reset` may follow.
 */
export interface CloseFrame {
  readonly kind: "close";
  readonly how: "end" | "cut" | "reset" | "exit";
  readonly code?: number | undefined;
  readonly signal?: "SIGKILL" | undefined;
}

export type Frames = AsyncIterable<Frame>;
