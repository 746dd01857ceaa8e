import type { TargetAdapter } from "./adapter.ts";
import { mcpAdapter } from "./mcp.ts";

/** Adapters by name. */
export interface AdapterRegistry {
  readonly names: readonly string[];
  get(name: string): TargetAdapter | undefined;
}

/** Creates a registry. Throws where two adapters have one name. */
// oxlint-disable-next-line typescript/no-explicit-any -- each adapter has a config of its own
export function createAdapterRegistry(adapters: readonly TargetAdapter<any>[]): AdapterRegistry {
  const byName = new Map<string, TargetAdapter>();
  for (const adapter of adapters) {
    if (byName.has(adapter.name)) throw new Error(`two target adapters are named ${JSON.stringify(adapter.name)}`);
    // Its config is parsed by its own schema before it is given back to it.
    byName.set(adapter.name, adapter as TargetAdapter);
  }
  return { names: [...byName.keys()], get: (name) => byName.get(name) };
}

/** The adapters that a target file can name. */
export const targetAdapters: AdapterRegistry = createAdapterRegistry([mcpAdapter]);
