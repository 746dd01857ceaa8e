// The floor: an MCP server for both eras in as few lines as one can write, with no check of anything. It shows what the protocol
// itself costs on top of the raw references; not a product, and not gated.
"use strict";

const INFO = { name: "floor", version: "1" };
const MODERN = "io.modelcontextprotocol/protocolVersion";

/** @param {{ method: string, params?: any }} message */
function resultOf({ method, params }) {
  switch (method) {
    case "initialize":
      return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: INFO };
    case "server/discover":
      return { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } };
    case "tools/call":
      return {
        content: [{ type: "text", text: JSON.stringify({ status: "ok", timestamp: new Date().toISOString() }) }],
      };
    default:
      return {};
  }
}

/** @param {string} text */
function answer(text) {
  const message = JSON.parse(text);
  if (message.id === undefined) return undefined;
  const result = resultOf(message);
  const isModern = message.params?._meta?.[MODERN] !== undefined;
  const stamp = { resultType: "complete", _meta: { "io.modelcontextprotocol/serverInfo": INFO } };
  return JSON.stringify({ jsonrpc: "2.0", id: message.id, result: isModern ? { ...result, ...stamp } : result });
}

function serveLines() {
  let rest = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (/** @type {string} */ chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    const answers = lines.flatMap((line) => answer(line) ?? []);
    if (answers.length > 0) process.stdout.write(answers.join("\n") + "\n");
  });
}

function serveHttp() {
  const server = require("node:http").createServer((/** @type {any} */ request, /** @type {any} */ response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (/** @type {string} */ chunk) => (body += chunk));
    request.on("end", () => {
      const text = answer(body);
      if (text === undefined) return response.writeHead(202).end();
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) });
      response.end(text);
    });
  });
  const announce = () => process.stderr.write(`listening on http://127.0.0.1:${portOf(server.address())}/mcp\n`);
  server.listen(0, "127.0.0.1", announce);
  process.on("SIGTERM", () => process.exit(0));
}

/** @param {any} address */
function portOf(address) {
  return address.port;
}

if (process.argv[2] === "http") serveHttp();
else serveLines();
