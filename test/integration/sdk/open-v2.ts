import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { COMMAND } from "../../e2e/cli/lab.ts";
import type { Leg } from "./legs.ts";
import { describeError, toOutcome, type SdkClient, type SdkOptions } from "./sdk-client.ts";
import { watchedFetch } from "./watched-fetch.ts";
import { Witness } from "./witness.ts";

const LISTS = ["tools", "prompts", "resources"] as const;

/** Connects a client of the SDK v2. `server`: the URL, or the options of `serve` on stdio. */
export async function openV2(
  leg: Leg,
  server: string | readonly string[],
  options: SdkOptions = {},
): Promise<SdkClient> {
  const { answers = {}, mute = false, maxBufferSize } = options;
  const [errors, requests, notified] = [new Witness(), new Witness(), new Witness()];
  const changed = (list: string) => ({ debounceMs: 0, onChanged: () => notified.tell(`${list} changed`) });
  const client = new Client(
    { name: "interop", version: "1.0.0" },
    {
      capabilities: capabilitiesOf(answers),
      versionNegotiation: { mode: leg.mode === "pin" ? { pin: leg.revision } : leg.mode },
      ...(leg.era === "legacy" ? { supportedProtocolVersions: [leg.revision] } : {}),
      listChanged: Object.fromEntries(LISTS.map((list) => [list, changed(list)])),
    },
  );
  client.onerror = (error) => errors.tell(describeError(error));
  const closed = new Promise<void>((resolve) => (client.onclose = resolve));
  for (const method of ["notifications/message", "notifications/resources/updated"] as const)
    client.setNotificationHandler(method, ({ params }) => notified.tell(`${method} ${JSON.stringify(params)}`));
  if ("elicitation/create" in answers)
    client.setRequestHandler("elicitation/create", () => answers["elicitation/create"] as { action: "decline" });
  if ("sampling/createMessage" in answers)
    client.setRequestHandler("sampling/createMessage", () => answers["sampling/createMessage"] as never);
  if ("roots/list" in answers) client.setRequestHandler("roots/list", () => answers["roots/list"] as { roots: [] });
  await client.connect(
    typeof server === "string"
      ? new StreamableHTTPClientTransport(new URL(server), { fetch: watchedFetch(requests, mute) })
      : new StdioClientTransport({
          command: process.execPath,
          args: [COMMAND, "serve", ...server],
          stderr: "ignore",
          ...(maxBufferSize === undefined ? {} : { maxBufferSize }),
        }),
  );
  return {
    errors,
    requests,
    notified,
    closed,
    revision: client.getNegotiatedProtocolVersion(),
    serverName: client.getServerVersion()?.name,
    async call(name, args = {}, { timeoutMs = 10_000, signal, onProgress } = {}) {
      try {
        const wanted = {
          timeout: timeoutMs,
          onprogress: ({ progress }: { progress: number }) => onProgress?.(progress),
          ...(signal === undefined ? {} : { signal }),
        };
        return toOutcome(await client.callTool({ name, arguments: args }, wanted));
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

function capabilitiesOf(answers: Readonly<Record<string, unknown>>): Record<string, object> {
  return {
    ...("elicitation/create" in answers && { elicitation: { form: {} } }),
    ...("sampling/createMessage" in answers && { sampling: {} }),
    ...("roots/list" in answers && { roots: {} }),
  };
}
