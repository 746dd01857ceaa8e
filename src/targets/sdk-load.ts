import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type * as SdkClient from "@modelcontextprotocol/client";
import type * as SdkStdio from "@modelcontextprotocol/client/stdio";
import { errorText, LabError } from "../base/errors.ts";
import { isRecord } from "../base/is-record.ts";

const PACKAGE = "@modelcontextprotocol/client";
const MAJOR = "2";

/** The official TypeScript SDK v2, as it was found. */
export interface Sdk {
  /** Package and version, as reports name the client. */
  readonly name: string;
  readonly client: typeof SdkClient;
  /** Loaded when it is asked for. */
  stdio(): typeof SdkStdio;
}

/**
 * Loads the official SDK's client: the one that is installed for the working directory, else the one beside `ownFile`. It is an optional
 * peer dependency. Throws a `LabError` that says how to install it where there is none, or one of another major version.
 */
export function loadSdk(cwd: string, ownFile: string): Sdk {
  for (const place of [join(cwd, "noop.js"), ownFile]) {
    const require = createRequire(place);
    const entry = resolved(require);
    if (entry === undefined) continue;
    const version = versionOf(entry);
    if (version.split(".")[0] !== MAJOR) {
      const found = `${entry}: found ${PACKAGE} ${version}, --client typescript-sdk needs version ${MAJOR}`;
      throw new LabError("invalid_arguments", found, { hint: `npm install ${PACKAGE}@${MAJOR}` });
    }
    return {
      name: `${PACKAGE} ${version}`,
      // What the package of this name and major version exports.
      client: loaded(require, PACKAGE) as Sdk["client"],
      stdio: () => loaded(require, `${PACKAGE}/stdio`) as ReturnType<Sdk["stdio"]>,
    };
  }
  throw new LabError(
    "invalid_arguments",
    `--client typescript-sdk needs the package ${PACKAGE}, found none in ${cwd}`,
    {
      hint: `npm install ${PACKAGE}`,
    },
  );
}

function resolved(require: NodeJS.Require): string | undefined {
  try {
    return require.resolve(PACKAGE);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return undefined;
    throw notLoaded(PACKAGE, error);
  }
}

function loaded(require: NodeJS.Require, name: string): unknown {
  try {
    return require(name);
  } catch (error) {
    throw notLoaded(name, error);
  }
}

function notLoaded(name: string, cause: unknown): LabError {
  const [line = ""] = errorText(cause).split("\n");
  return new LabError("invalid_arguments", `${name} is installed and cannot be loaded: ${line}`, { cause });
}

/** The package does not export its package.json: it is looked for above the entry. */
function versionOf(entry: string): string {
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      if (isRecord(manifest) && manifest["name"] === PACKAGE) return String(manifest["version"]);
    } catch {
      // None here: one folder up.
    }
  }
  return "unknown";
}
