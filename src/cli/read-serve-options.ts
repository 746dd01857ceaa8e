import { LabError } from "../base/errors.ts";
import { readBindHost } from "./bind-host.ts";
import type { CommandLine } from "./define-command.ts";
import { SERVE } from "./options.ts";
import type { ServeOptions } from "./serve-options.ts";

type ServeLine = CommandLine<typeof SERVE.options>;

/** What a line asks `serve` for. Throws `invalid_arguments` for options that do not go together, and for hosts that are not safe. */
export function readServeOptions(line: ServeLine, debug: boolean): ServeOptions {
  const { values } = line;
  const { host, warnings } =
    values.transport === "stdio" ? hostOnStdio(line) : readHost(values.host, values["allow-remote"]);
  return {
    transport: values.transport,
    host,
    port: values.port,
    path: readPath(values.path),
    answers: values.answers,
    resumable: values.resumable,
    plans: values.plan,
    rules: values.rule,
    seed: values.seed,
    tools: readTools(values.tools),
    conformance: values.conformance,
    record: values.record,
    journal: values.journal,
    debug,
    warnings,
  };
}

function readTools(text: string): ServeOptions["tools"] {
  if (text === "core" || text === "all" || text === "none") return text;
  const names = text.split(",").map((name) => name.trim());
  if (names.includes(""))
    throw invalid(
      `--tools: found ${JSON.stringify(text)}`,
      "Allowed are core, all, none, or names with commas between them",
    );
  return names;
}

/** None is bound, and to look at the one that is not given costs a fiftieth of a start. */
function hostOnStdio(line: ServeLine): { host: string; warnings: string[] } {
  refuseHttpOptions(line);
  return { host: line.values.host, warnings: [] };
}

function refuseHttpOptions({ given }: ServeLine): void {
  for (const [name, spec] of Object.entries(SERVE.options)) {
    if ("only" in spec && given.has(name))
      throw invalid(`--${name} means nothing on stdio`, "Add --transport http, or leave it out");
  }
}

function readHost(text: string, allowRemote: boolean): { host: string; warnings: string[] } {
  const bind = readBindHost(text);
  switch (bind.kind) {
    case "invalid":
      throw invalid(
        `--host: found ${JSON.stringify(text)}, allowed is a name or an address`,
        "Give no scheme and no port",
      );
    case "wildcard":
      throw invalid(
        `--host: ${JSON.stringify(text)} stands for every address of this machine, which is not allowed`,
        "Name one address; 127.0.0.1 is for this machine alone",
      );
    case "loopback":
      return { host: bind.host, warnings: [] };
    case "remote":
      if (!allowRemote)
        throw invalid(
          `--host: ${JSON.stringify(text)} is not a loopback address`,
          "Other machines could reach it, without TLS and login: add --allow-remote if that is meant",
        );
      return {
        host: bind.host,
        warnings: [
          `${bind.host} is not a loopback address: whoever reaches it can use the server, without TLS and login`,
        ],
      };
    default:
      return bind satisfies never;
  }
}

function readPath(path: string): string {
  // What a request line can carry as a path, as it is compared: no query, no fragment, no white space, no second authority.
  if (/^\/(?!\/)[\w\-.~!$&'()*+,;=:@%/]*$/.test(path)) return path;
  throw invalid(`--path: found ${JSON.stringify(path)}, allowed is a path that begins with one / and has no ? and #`);
}

function invalid(message: string, hint?: string): LabError {
  return new LabError("invalid_arguments", message, hint === undefined ? {} : { hint });
}
