import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { COMMAND } from "../../e2e/cli/lab.ts";
import { describeError, toOutcome, type SdkClient, type SdkOptions } from "./sdk-client.ts";
import { watchedFetch } from "./watched-fetch.ts";
import { Witness } from "./witness.ts";

const LISTS = ["tools", "prompts", "resources"] as const;

/** Connects a client of the SDK v1, which knows the legacy era alone. `server`: the URL, or the options of `serve` on stdio. */
export async function openV1(server: string | readonly string[], options: SdkOptions = {}): Promise<SdkClient> {
  const { answers = {}, mute = false, maxBufferSize } = options;
  const [errors, requests, notified] = [new Witness(), new Witness(), new Witness()];
  const changed = (list: string) => ({ debounceMs: 0, onChanged: () => notified.tell(`${list} changed`) });
  const client = new Client(
    { name: "interop", version: "1.0.0" },
    {
      capabilities: {
        ...("elicitation/create" in answers && { elicitation: {} }),
        ...("sampling/createMessage" in answers && { sampling: {} }),
        ...("roots/list" in answers && { roots: {} }),
      },
      listChanged: Object.fromEntries(LISTS.map((list) => [list, changed(list)])),
    },
  );
  client.onerror = (error) => errors.tell(describeError(error));
  const closed = new Promise<void>((resolve) => (client.onclose = resolve));
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ method, params }) =>
    notified.tell(`${method} ${JSON.stringify(params)}`),
  );
  if ("elicitation/create" in answers)
    client.setRequestHandler(ElicitRequestSchema, () => answers["elicitation/create"] as { action: "decline" });
  if ("sampling/createMessage" in answers)
    client.setRequestHandler(CreateMessageRequestSchema, () => answers["sampling/createMessage"] as never);
  if ("roots/list" in answers)
    client.setRequestHandler(ListRootsRequestSchema, () => answers["roots/list"] as { roots: [] });
  const transport =
    typeof server === "string"
      ? new StreamableHTTPClientTransport(new URL(server), { fetch: watchedFetch(requests, mute) })
      : new StdioClientTransport({
          command: process.execPath,
          args: [COMMAND, "serve", ...server],
          stderr: "ignore",
          ...(maxBufferSize === undefined ? {} : { maxBufferSize }),
        });
  // The class declares `sessionId: string | undefined` where the interface says `sessionId?: string`.
  await client.connect(transport as Transport);
  return {
    errors,
    requests,
    notified,
    closed,
    // The client keeps it to itself; what the server agreed to is what its transport sends on.
    revision: "protocolVersion" in transport ? transport.protocolVersion : "2025-11-25",
    serverName: client.getServerVersion()?.name,
    async call(name, args = {}, { timeoutMs = 10_000, signal, onProgress } = {}) {
      try {
        const wanted = {
          timeout: timeoutMs,
          onprogress: ({ progress }: { progress: number }) => onProgress?.(progress),
          ...(signal === undefined ? {} : { signal }),
        };
        const { content, isError } = await client.callTool({ name, arguments: args }, undefined, wanted);
        return toOutcome({ content, isError });
      } catch (error) {
        return { thrown: describeError(error) };
      }
    },
    async list(what) {
      if (what === "tools") return (await client.listTools()).tools.map(({ name }) => name);
      if (what === "prompts") return (await client.listPrompts()).prompts.map(({ name }) => name);
      if (what === "resources") return (await client.listResources()).resources.map(({ uri }) => uri);
      return (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate);
    },
    read: async (uri) => (await client.readResource({ uri })).contents,
    prompt: async (name, args) => (await client.getPrompt({ name, ...(args && { arguments: args }) })).messages,
    async complete(prompt, name, value) {
      const ref = { type: "ref/prompt" as const, name: prompt };
      return (await client.complete({ ref, argument: { name, value } })).completion.values;
    },
    setLevel: (level) => client.setLoggingLevel(level),
    subscribe: (uri) => client.subscribeResource({ uri }),
    unsubscribe: (uri) => client.unsubscribeResource({ uri }),
    ping: () => client.ping(),
    close: () => client.close(),
  };
}
