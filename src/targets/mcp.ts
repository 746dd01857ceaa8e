import type { TargetAdapter } from "./adapter.ts";
import { mcpConfigSchema, type McpConfig } from "./mcp-config.ts";
import { preparation } from "./mcp-environment.ts";
import { createMcpHttpSession } from "./mcp-http.ts";
import { createMcpStdioSession } from "./mcp-stdio.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** Any MCP server: a command that is started, or a URL. */
export const mcpAdapter: TargetAdapter<McpConfig> = {
  name: "mcp",
  config: mcpConfigSchema,
  transport: (config) => config.transport,
  prepare: preparation,
  create(config, lab) {
    const { secrets } = preparation(config, lab.env);
    const session =
      config.transport === "stdio" ? createMcpStdioSession(config, lab) : createMcpHttpSession(config, lab);
    return withoutSecrets(session, secrets);
  },
};
