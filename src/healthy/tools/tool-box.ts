import { REVISIONS, type Revision } from "../../protocol/revision.ts";
import type { Exchange } from "../../protocol/exchange.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { Registry } from "../registry.ts";
import { asOf, TOOL_SINCE } from "../since.ts";
import { headerParameters, type HeaderParameter } from "./header-parameters.ts";
import type { Tool } from "./tool.ts";

/** The tools that peers of one kind see. */
export interface ToolView {
  readonly byName: ReadonlyMap<string, Tool>;
  /** What `tools/list` shows; made when first asked for. */
  readonly entries: readonly JsonObject[];
}

/** The server's tools, seen from transport, revision and session. Views are made once, until the tools change. */
export class ToolBox {
  readonly registry: Registry<Tool>;
  #views: (ToolView | undefined)[] = [];
  #version = -1;

  constructor(registry: Registry<Tool>) {
    this.registry = registry;
  }

  view(exchange: Exchange): ToolView {
    if (this.#version !== this.registry.version) {
      this.#views = [];
      this.#version = this.registry.version;
    }
    const inSession = exchange.session === undefined ? 0 : 1;
    const place = REVISIONS.indexOf(exchange.revision) * 4 + (exchange.transport === "http" ? 2 : 0) + inSession;
    return (this.#views[place] ??= createView(this.registry.items(), exchange));
  }

  /** Why there is no such tool for this exchange. */
  missing(name: string, exchange: Exchange): string {
    const why = this.registry.get(name)?.unavailable?.(exchange);
    return why === undefined ? `Unknown tool: ${name}` : `Tool ${name} is not available here: ${why}`;
  }

  headerParameters(tool: Tool): readonly HeaderParameter[] {
    // Fault tools have none, and their schemas need not be made for a call.
    return tool.fault === undefined ? headerParameters(tool.describe().inputSchema) : [];
  }
}

function createView(tools: readonly Tool[], exchange: Exchange): ToolView {
  const { revision } = exchange;
  const available = tools.filter((tool) => tool.unavailable?.(exchange) === undefined);
  let entries: readonly JsonObject[] | undefined;
  return {
    byName: new Map(available.map((tool) => [tool.name, tool])),
    get entries() {
      return (entries ??= available.map((tool) => describe(tool, revision)));
    },
  };
}

function describe(tool: Tool, revision: Revision): JsonObject {
  return asOf(tool.describe(), revision, TOOL_SINCE);
}
