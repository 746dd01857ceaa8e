/**
 * Words of the protocol and of JSON-RPC: names of members and what stands in them. A text that is just one of them says nothing of a
 * secret that happens to be the same word, and without it nothing can be read any more. Inside a longer text it goes, as every secret.
 */
const WORDS = `
  jsonrpc id method params result error code message data 2.0
  name title version description instructions protocolVersion supportedVersions serverInfo clientInfo capabilities
  experimental extensions logging completions prompts resources tools tasks roots sampling elicitation listChanged subscribe
  initialize ping server/discover tools/list tools/call resources/list resources/templates/list resources/read resources/subscribe
  resources/unsubscribe prompts/list prompts/get completion/complete logging/setLevel subscriptions/listen sampling/createMessage
  roots/list elicitation/create notifications/initialized notifications/cancelled notifications/progress notifications/message
  notifications/tools/list_changed notifications/prompts/list_changed notifications/resources/list_changed
  notifications/resources/updated notifications/subscriptions/acknowledged
  content contents structuredContent isError resultType complete input_required inputRequests requestState ttlMs cacheScope private
  public type text image audio resource resource_link blob uri uriTemplate mimeType annotations audience priority lastModified size
  inputSchema outputSchema properties required additionalProperties object array string number integer boolean null enum const
  items readOnlyHint destructiveHint idempotentHint openWorldHint arguments argument values total hasMore nextCursor cursor
  messages role user assistant level logger debug info notice warning critical alert emergency progress progressToken requestId reason
  transport stdio http in-process
  _meta io.modelcontextprotocol/protocolVersion io.modelcontextprotocol/clientInfo io.modelcontextprotocol/clientCapabilities
  io.modelcontextprotocol/serverInfo io.modelcontextprotocol/subscriptionId
  2024-11-05 2025-03-26 2025-06-18 2025-11-25 2026-07-28
`;
const PLAIN_WORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter((word) => word !== ""));

/** Whether the whole text is a word of the protocol. */
export function isPlainWord(text: string): boolean {
  return PLAIN_WORDS.has(text);
}
