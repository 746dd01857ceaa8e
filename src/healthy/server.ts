import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { FaultDeclaration } from "../faults/define-fault.ts";
import type { Core } from "./core.ts";
import { DEFAULT_PAGE_SIZE } from "./paging.ts";
import { PeerState } from "./peer-state.ts";
import type { HealthyServer, Peer, PeerOptions } from "./peer.ts";
import { Registry } from "./registry.ts";
import { RequestStates } from "./request-state.ts";
import { ServerPeer } from "./server-peer.ts";
import type { InputSchema } from "./tools/fault-tool.ts";
import { selectTools, type ToolSelection } from "./tools/select-tools.ts";
import { ToolBox } from "./tools/tool-box.ts";

export interface HealthyServerOptions {
  readonly clock: Clock;
  /** For the key that signs what travels through clients: must not be guessable. */
  readonly ids: Ids;
  /** The lab's version, as the server says it. */
  readonly version: string;
  readonly faults: readonly FaultDeclaration[];
  readonly inputSchema: InputSchema;
  /** `core` unless said otherwise. */
  readonly toolSelection?: ToolSelection;
  /** The server is a process of its own (`serve`), not part of a test or a run. */
  readonly serve: boolean;
  /** Entries on one page of a list. */
  readonly pageSize?: number;
}

const INSTRUCTIONS =
  "This server fails on purpose: each tool but ping makes one failure happen, for its own call only. The next call is healthy.";

/** Creates the server that stands behind every fault. Throws a `LabError` where a selected tool does not exist. */
export function createHealthyServer(options: HealthyServerOptions): HealthyServer {
  const { clock, ids, faults, inputSchema, serve } = options;
  const tools = selectTools(options.toolSelection ?? "core", faults, inputSchema, serve);
  const core: Core = {
    clock,
    info: { name: "mcp-failure-lab", title: "MCP Failure Lab", version: options.version },
    instructions: INSTRUCTIONS,
    tools: new ToolBox(new Registry(tools.map((tool) => [tool.name, tool]))),
    states: new RequestStates(ids, clock),
    pageSize: options.pageSize ?? DEFAULT_PAGE_SIZE,
  };
  const peers = new Set<Peer>();

  return {
    openPeer(peerOptions: PeerOptions) {
      const peer: Peer = new ServerPeer(core, new PeerState(peerOptions), () => peers.delete(peer));
      peers.add(peer);
      return peer;
    },
    close() {
      for (const peer of peers) peer.close();
    },
  };
}
