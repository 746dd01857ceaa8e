import { Child } from "./child.mjs";

/**
 * Whether this build's `serve` takes a plan of rules.
 * @param {string} command
 */
export async function canPlan(command) {
  const child = new Child({ args: [command, "serve", "--help"] });
  let help = "";
  child.stdout.on("data", (/** @type {Buffer} */ chunk) => (help += chunk.toString()));
  const { code } = await child.ended;
  if (code !== 0) throw child.failure();
  return help.includes("--plan ");
}
