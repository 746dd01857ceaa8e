// Builds dist/: the command line, the library and its types. Built aside and moved into place, so that dist is never half.
import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleCommand, bundleLibrary, libraryEntries, root, writeNotices } from "./bundle.mjs";
import { compileCommand } from "./code-cache.mjs";

export async function build() {
  const cache = join(root, ".cache");
  await mkdir(cache, { recursive: true });
  const aside = await mkdtemp(join(cache, "dist-"));
  try {
    const modules = [...(await bundleCommand(aside)), ...(await bundleLibrary(aside))];
    await writeNotices(aside, modules);
    if (libraryEntries().length > 0) emitTypes(join(aside, "types"));
    await compileCommand(aside);
    await chmod(aside, 0o755);
    await rm(join(root, "dist"), { recursive: true, force: true });
    await rename(aside, join(root, "dist"));
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** @param {string} outDir */
function emitTypes(outDir) {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const args = [tsc, "-p", join(root, "tsconfig.build.json"), "--outDir", outDir];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`The declarations could not be written:\n${stdout}${stderr}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await build();
