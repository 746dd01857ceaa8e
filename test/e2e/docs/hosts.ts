import { spawnSync } from "node:child_process";
import { isRecord } from "../../../src/base/is-record.ts";
import { parseRuleText } from "../../../src/plan/rule-text.ts";
import { createFaultServer } from "../../../src/server/create-fault-server.ts";
import { COMMAND } from "../cli/lab.ts";

/** Where hosts keep their list of servers. */
const LISTS = ["mcpServers", "servers"];
/** Ways to start the command that a reader has; what follows is for the command. */
const STARTS = [["npx", "-y", "mcp-failure-lab"], ["mcp-failure-lab"]];
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "host", version: "1" } },
};

/** What is wrong with a host's configuration: each server that it names has to start, or to be the address that `serve` says. */
export async function hostProblems(value: unknown): Promise<string[]> {
  const list = isRecord(value) ? LISTS.map((name) => value[name]).find(isRecord) : undefined;
  if (list === undefined) return [`none of the members ${LISTS.join(", ")} is an object`];
  const problems: string[] = [];
  for (const [name, server] of Object.entries(list)) {
    const found = isRecord(server) ? await serverProblem(server) : "not an object";
    if (found !== undefined) problems.push(`${name}: ${found}`);
  }
  return problems;
}

async function serverProblem({ command, args, url }: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  if (typeof url === "string") return addressProblem(new URL(url));
  const words = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])].map(String);
  const start = STARTS.find((known) => known.every((word, index) => words[index] === word));
  if (start === undefined) return `${words.join(" ")} does not start the lab`;
  return startProblem(words.slice(start.length));
}

/** The server has to answer `initialize`, and to end by itself at the end of its input. */
function startProblem(args: readonly string[]): string | undefined {
  const { stdout, stderr, status } = spawnSync(process.execPath, [COMMAND, ...args], {
    input: `${JSON.stringify(INITIALIZE)}\n`,
    encoding: "utf8",
  });
  return status === 0 && stdout.includes('"protocolVersion":"2025-11-25"') ? undefined : `does not start: ${stderr}`;
}

async function addressProblem(url: URL): Promise<string | undefined> {
  if (`${url.origin}${url.pathname}` !== "http://127.0.0.1:3000/mcp") return `${url.href} is not where serve listens`;
  try {
    const rules = url.searchParams.getAll("rule").map((text) => ({ rule: parseRuleText(text), where: text }));
    await createFaultServer({ version: "0.0.0", rules, transport: "http" });
    return undefined;
  } catch (error) {
    return String(error);
  }
}
