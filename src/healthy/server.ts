import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { FaultDeclaration } from "../faults/define-fault.ts";
import { META_KEYS } from "../protocol/envelope.ts";
import { Announcer } from "./announcer.ts";
import type { Changes } from "./offers/changes.ts";
import type { Core } from "./core.ts";
import { Listed } from "./offers/listed.ts";
import { ResourceShelf } from "./offers/resource-shelf.ts";
import { DEFAULT_PAGE_SIZE } from "./paging.ts";
import { PeerState } from "./peer-state.ts";
import type { HealthyServer, Peer } from "./peer.ts";
import { Registry } from "./registry.ts";
import { RequestStates } from "./request-state.ts";
import { SAMPLE_PROMPTS, SAMPLE_RESOURCES, SAMPLE_TEMPLATES } from "./samples.ts";
import { ServerPeer } from "./server-peer.ts";
import type { InputSchema } from "./tools/fault-tool.ts";
import { leftOut } from "./tools/left-out.ts";
import { selectTools, type ToolSelection } from "./tools/select-tools.ts";
import type { Tool } from "./tools/tool.ts";
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
  /** Tools that are no faults: offered under `all` and by name. */
  readonly extraTools?: readonly Tool[] | undefined;
  /** The server is a process of its own (`serve`), not part of a test or a run. */
  readonly serve: boolean;
  /** Adds to what is offered, before the first peer. */
  readonly extend?: ((changes: Changes) => void) | undefined;
  /** Entries on one page of a list; 100 unless said otherwise. */
  readonly pageSize?: number;
}

const INSTRUCTIONS =
  "This server fails on purpose: each tool but ping makes one failure happen, for its own call only. The next call is healthy.";

/** Creates the server that stands behind every fault. Throws a `LabError` where a selected tool does not exist. */
export function createHealthyServer(options: HealthyServerOptions): HealthyServer {
  const { clock, ids, faults, inputSchema, serve } = options;
  const announcer = new Announcer();
  const offered = selectTools(options.toolSelection ?? "core", faults, inputSchema, serve, options.extraTools ?? []);
  const tools = new Registry(
    offered.map((tool) => [tool.name, tool]),
    () => announcer.listChanged("tools"),
  );
  const changed = () => announcer.listChanged("resources");
  const resources = new Registry(
    SAMPLE_RESOURCES.map((resource) => [resource.uri, resource]),
    changed,
  );
  const templates = new Registry(
    SAMPLE_TEMPLATES.map((template) => [template.uriTemplate, template]),
    changed,
  );
  const prompts = new Registry(
    SAMPLE_PROMPTS.map((prompt) => [prompt.name, prompt]),
    () => announcer.listChanged("prompts"),
  );
  const resourceUpdated = (uri: string) => announcer.resourceUpdated(uri);
  const quietly = (work: () => void) => announcer.quietly(work);
  const changes: Changes = { tools, resources, templates, prompts, resourceUpdated, quietly };
  options.extend?.(changes);
  const info = { name: "mcp-failure-lab", title: "MCP Failure Lab", version: options.version };
  const core: Core = {
    clock,
    info,
    resultMeta: { [META_KEYS.serverInfo]: info },
    instructions: INSTRUCTIONS,
    tools: new ToolBox(tools),
    shelf: new ResourceShelf(new Listed(resources), new Listed(templates)),
    prompts: new Listed(prompts),
    announcer,
    states: new RequestStates(ids, clock),
    pageSize: options.pageSize ?? DEFAULT_PAGE_SIZE,
  };
  const peers = new Set<Peer>();

  return {
    changes,
    openPeer(peerOptions) {
      const peer = new ServerPeer(core, new PeerState(peerOptions), () => peers.delete(peer));
      peers.add(peer);
      return peer;
    },
    leftOut: (transport) => leftOut(tools.items(), transport),
    close() {
      for (const peer of peers) peer.close();
    },
  };
}
