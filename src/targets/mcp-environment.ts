import { Buffer } from "node:buffer";
import { LabError } from "../base/errors.ts";
import { MIN_SECRET_CHARACTERS } from "../base/redact.ts";
import type { TargetLab, TargetPreparation } from "./adapter.ts";
import type { HttpConfig, McpConfig, StdioConfig } from "./mcp-config.ts";

type Environment = TargetLab["env"];

/** SPEC 8: secret without being named. */
const CREDENTIAL_HEADERS = ["authorization", "proxy-authorization", "cookie"];
const CREDENTIAL_QUERY_KEY = /token|key|secret|password|code/i;
/** Narrower, since variables of this kind hold all sorts of things: what is an ordinary word must not be taken out of results. */
const CREDENTIAL_VARIABLE = /token|secret|passw|credential|api_?key|private_?key/i;

/** The variables that a child gets beside the safe ones. Throws `target_load_failed` naming what is missing. */
export function namedVariables(config: StdioConfig, env: Environment): Record<string, string> {
  return { ...config.env, ...resolved(sources(config.envFrom), env, config.env, "env") };
}

/** The headers of every request. Throws `target_load_failed` naming what is missing, or cannot be sent. */
export function namedHeaders(config: HttpConfig, env: Environment): [name: string, value: string][] {
  const fromEnv = resolved(config.headerEnv, env, config.headers, "headers");
  for (const [name, value] of Object.entries(fromEnv)) {
    if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) continue;
    const variable = config.headerEnv[name] ?? "";
    throw new LabError(
      "target_load_failed",
      `the variable ${variable} holds a character that the header ${name} cannot carry`,
      {
        hint: "Look for a line end at its end",
      },
    );
  }
  return Object.entries({ ...config.headers, ...fromEnv });
}

/** What of a target is secret, and what cannot be kept so. */
export function preparation(config: McpConfig, env: Environment): TargetPreparation {
  const secrets = new Set<string>();
  const warnings: string[] = [];
  const add = (value: string, source?: string): void => {
    if (value.length >= MIN_SECRET_CHARACTERS) secrets.add(value);
    else if (source !== undefined && value !== "")
      warnings.push(
        `the value of ${source} has fewer than ${MIN_SECRET_CHARACTERS} characters and cannot be taken out of reports`,
      );
  };
  if (config.transport === "stdio") {
    namedVariables(config, env);
    for (const variable of Object.values(sources(config.envFrom))) add(env[variable] ?? "", variable);
    for (const [name, value] of Object.entries(config.env)) if (CREDENTIAL_VARIABLE.test(name)) add(value);
  } else {
    const headers = namedHeaders(config, env);
    for (const variable of Object.values(config.headerEnv)) add(env[variable] ?? "", variable);
    for (const [name, value] of headers) {
      const isSecret = name in config.headerEnv || CREDENTIAL_HEADERS.includes(name.toLowerCase());
      if (isSecret) for (const part of [value, ...partsOf(value)]) add(part);
    }
    for (const [key, value] of new URL(config.url).searchParams) if (CREDENTIAL_QUERY_KEY.test(key)) add(value);
  }
  return { secrets: [...secrets], warnings };
}

/** `Bearer TOKEN`: an echo may hold the token alone; `Basic …`: what was encoded. */
function partsOf(value: string): string[] {
  const [, scheme, rest] = /^(\S+)\s+(\S.*)$/.exec(value) ?? [];
  if (scheme === undefined || rest === undefined) return [];
  if (scheme.toLowerCase() !== "basic") return [rest];
  const decoded = Buffer.from(rest, "base64").toString("utf8");
  return [rest, decoded, decoded.slice(decoded.indexOf(":") + 1)];
}

/** The runner's name of each variable, by the child's. */
function sources(envFrom: StdioConfig["envFrom"]): Record<string, string> {
  return isList(envFrom) ? Object.fromEntries(envFrom.map((name) => [name, name])) : envFrom;
}

function resolved(
  wanted: Readonly<Record<string, string>>,
  env: Environment,
  literal: Readonly<Record<string, string>>,
  where: string,
): Record<string, string> {
  const values: Record<string, string> = {};
  const taken = new Set(Object.keys(literal).map((name) => (where === "headers" ? name.toLowerCase() : name)));
  for (const [name, variable] of Object.entries(wanted)) {
    if (taken.has(where === "headers" ? name.toLowerCase() : name))
      throw new LabError(
        "target_load_failed",
        `${name} stands under ${where} and is also taken from the variable ${variable}`,
      );
    const value = env[variable];
    if (value === undefined)
      throw new LabError(
        "target_load_failed",
        `the variable ${variable} is not set, and ${name} is to be taken from it`,
        {
          hint: `Set ${variable} in the environment of this command`,
        },
      );
    values[name] = value;
  }
  return values;
}

function isList(envFrom: StdioConfig["envFrom"]): envFrom is string[] {
  return Array.isArray(envFrom);
}
