import type { Clock } from "../base/clock.ts";
import type { PingOutcome } from "../faults/fault-tool.ts";
import { META_KEYS, metaOf } from "../protocol/envelope.ts";
import { progressTokenOf, type Exchange } from "../protocol/exchange.ts";
import { ERROR_CODES, notification, type JsonRpcRequest } from "../protocol/json-rpc.ts";
import { objectAt, type Json, type JsonObject } from "../protocol/json.ts";
import type { Channel } from "../wire/channel.ts";
import type { Call } from "./call.ts";
import type { Reply } from "./client-requests.ts";
import type { Core } from "./core.ts";
import { allowsServerRequest } from "./eras/server-requests.ts";
import { NO_INPUT, type Input } from "./input-required.ts";
import { isLogLevel, reaches, type LogLevel } from "./log-level.ts";
import type { PeerState } from "./peer-state.ts";

const NO_PARAMS: JsonObject = {};

/** One request on its way through the core. */
export class ServedCall implements Call {
  readonly core: Core;
  readonly peer: PeerState;
  readonly request: JsonRpcRequest;
  readonly channel: Channel;
  input: Input = NO_INPUT;

  constructor(core: Core, peer: PeerState, request: JsonRpcRequest, channel: Channel) {
    this.core = core;
    this.peer = peer;
    this.request = request;
    this.channel = channel;
  }

  get exchange(): Exchange {
    return this.channel.exchange;
  }

  get clock(): Clock {
    return this.core.clock;
  }

  get params(): JsonObject {
    return this.request.params ?? NO_PARAMS;
  }

  get progressToken(): string | number | undefined {
    return progressTokenOf(this.request);
  }

  /** A modern request says it itself and nothing is remembered; a legacy client said it once. */
  get clientCapabilities(): JsonObject {
    if (this.exchange.era === "legacy") return this.peer.clientCapabilities;
    return objectAt(metaOf(this.request), META_KEYS.clientCapabilities) ?? NO_PARAMS;
  }

  progress(progress: number, total?: number, message?: string): void {
    const { progressToken } = this;
    if (progressToken === undefined) return;
    // The message came with 2025-03-26.
    const known = this.exchange.revision >= "2025-03-26" ? message : undefined;
    this.channel.send(notification("notifications/progress", { progressToken, progress, total, message: known }));
  }

  log(level: LogLevel, data: Json, logger?: string): void {
    const asked = this.exchange.era === "legacy" ? this.peer.logLevel : metaOf(this.request)?.[META_KEYS.logLevel];
    if (!isLogLevel(asked) || !reaches(level, asked)) return;
    this.channel.send(notification("notifications/message", { level, logger, data }));
  }

  detach(): void {
    this.channel.detach?.();
  }

  async ping(timeoutMs: number): Promise<PingOutcome> {
    if (!allowsServerRequest(this.exchange.revision, "ping")) return "unsupported";
    // The ping page has its own rule for silence; no cancel is sent after a liveness probe.
    const asking = { method: "ping", timeoutMs, cancelOnTimeout: false };
    return pingOutcome(await this.peer.clientRequests.send(this.channel, this.clock, asking));
  }
}

function pingOutcome(reply: Reply): PingOutcome {
  switch (reply.kind) {
    case "result":
      return Object.keys(reply.result).every((member) => member === "_meta") ? "success" : "invalid_response";
    case "error":
      return reply.code === ERROR_CODES.methodNotFound ? "unsupported" : "invalid_response";
    case "invalid":
      return "invalid_response";
    default:
      return reply.kind;
  }
}
