// The reference on HTTP: takes a body and sends it back as JSON. What node:http itself costs for one exchange.
"use strict";
const { createServer } = require("node:http");

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (/** @type {string} */ chunk) => (body += chunk));
  request.on("end", () => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
    response.end(body);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null)
    process.stderr.write(`listening on http://127.0.0.1:${address.port}/mcp\n`);
});
process.on("SIGTERM", () => process.exit(0));
