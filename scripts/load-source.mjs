// Loads a TypeScript source of ours in this process, with all it imports. Node.js 20 runs no types, so it is bundled in memory first.
import { join } from "node:path";
import { rolldown } from "rolldown";
import { buildConstants, root } from "./bundle.mjs";

/**
 * @param {string} path of a source, relative to the repository
 * @returns {Promise<any>} its exports; two loads share nothing
 */
export async function loadSource(path) {
  const build = await rolldown({
    cwd: root,
    input: join(root, path),
    platform: "node",
    external: [/^node:/],
    transform: { define: await buildConstants(), target: "node20" },
  });
  try {
    const { output } = await build.generate({ format: "esm", codeSplitting: false });
    return await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString("base64")}`);
  } finally {
    await build.close();
  }
}
