// The reference on stdio: reads lines and writes each back, without looking into it. What Node.js itself costs for one message.
"use strict";

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (/** @type {string} */ chunk) => {
  const text = rest + chunk;
  let start = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
    process.stdout.write(text.slice(start, end + 1));
    start = end + 1;
  }
  rest = text.slice(start);
});
