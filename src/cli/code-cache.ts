import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { constants, Script } from "node:vm";

/** What Node.js puts around the text of a CommonJS module. */
const BEFORE = "(function (exports, require, module, __filename, __dirname) { ";
const AFTER = "\n})";

/**
 * Loads the files of `folder` from the compiled code that the build has put in its `cache`, which spares a quarter of a start. What has
 * none for this Node.js is compiled as ever: the folder's name tells version and machine, and V8 looks at its own version, its flags
 * and the length of the source. Does nothing where the build itself loads the files to compile them.
 */
export function useCodeCache(folder: string): void {
  if (require.extensions[".cjs"] !== undefined) return;
  const cache = join(folder, "cache", `${process.version}-${process.platform}-${process.arch}`);
  const plain = require.extensions[".js"];
  require.extensions[".cjs"] = (module, file) => {
    const code = dirname(file) === folder ? read(join(cache, `${basename(file)}.bin`)) : undefined;
    if (code === undefined) plain(module, file);
    else compile(file, code).call(module.exports, module.exports, module.require.bind(module), module, file, folder);
  };
}

type Body = (this: unknown, ...parameters: readonly unknown[]) => void;

function compile(file: string, cachedData: Buffer): Body {
  const script = new Script(BEFORE + readFileSync(file, "utf8") + AFTER, {
    filename: file,
    columnOffset: -BEFORE.length,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  return script.runInThisContext() as Body; // whatever the file, this is a function of BEFORE's parameters
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
