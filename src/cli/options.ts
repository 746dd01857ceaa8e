import { MAX_JOBS, MAX_REPEAT, MAX_SEED } from "../base/limits.ts";
import { defineCommand, type CommandSpec, type OptionTable } from "./define-command.ts";
import { DEFAULT_HOST, DEFAULT_PATH, DEFAULT_PORT } from "./serve-options.ts";

/** Options that every command takes. */
export const GLOBAL_OPTIONS = {
  help: { type: "flag", short: "h", summary: "show the help of a command and end" },
  version: { type: "flag", short: "v", summary: "print the version and end" },
  debug: { type: "flag", summary: "show the stack trace of an error" },
} as const satisfies OptionTable;

export const SERVE = defineCommand({
  name: "serve",
  summary: "start a server whose tools fail on demand",
  operands: "",
  operandCount: { min: 0, max: 0 },
  description: [
    "Serves MCP in all revisions from 2024-11-05 to 2026-07-28. Everything it does is correct until one of its tools is called, each of which makes one failure happen for its own call.",
    "On stdio, stdout carries the protocol alone. HTTP has no TLS and no login: it is for loopback use.",
  ],
  options: {
    transport: { type: "choice", choices: ["stdio", "http"], default: "stdio", summary: "how clients connect" },
    host: { type: "text", value: "HOST", default: DEFAULT_HOST, only: "http", summary: "the address to listen on" },
    port: {
      type: "number",
      value: "PORT",
      min: 0,
      max: 65535,
      default: DEFAULT_PORT,
      only: "http",
      summary: "the port to listen on, 0 for a free one",
    },
    path: { type: "text", value: "PATH", default: DEFAULT_PATH, only: "http", summary: "the path that is served" },
    "allow-remote": { type: "flag", only: "http", summary: "listen on an address that is not loopback" },
    answers: {
      type: "choice",
      choices: ["auto", "json", "sse"],
      default: "auto",
      only: "http",
      summary: "answer with JSON or an event stream, or as it fits",
    },
    resumable: { type: "flag", only: "http", summary: "event ids and resumption on legacy sessions" },
    plan: {
      type: "text",
      value: "FILE",
      multiple: true,
      summary: "arm the faults of a plan file; as often as you like",
    },
    rule: {
      type: "text",
      value: "RULE",
      multiple: true,
      summary: "arm one fault: 'METHOD[:NAME][#N] FAULT[ key=value...]'",
    },
    seed: {
      type: "number",
      value: "N",
      min: 0,
      max: MAX_SEED,
      summary: "what chance is drawn from (the plan's, or 0)",
    },
    tools: {
      type: "text",
      value: "core|all|none|NAME,...",
      default: "core",
      summary: "which fault tools are offered beside ping",
    },
    conformance: { type: "flag", summary: "offer what the official conformance suite asks for" },
    record: { type: "text", value: "FILE", summary: "write everything that travels to FILE, as JSON Lines" },
    journal: {
      type: "text",
      value: "FILE",
      summary: "write which rules fired and which effects happened to FILE, as JSON Lines",
    },
  },
  examples: [
    { line: "serve", does: "serve on stdio, for a client that starts its servers" },
    { line: "serve --transport http --port 0", does: "serve HTTP on a free port of this machine" },
    { line: "serve --rule 'tools/call#2 hang'", does: "never answer the second tool call of a connection" },
  ],
});

export const RUN = defineCommand({
  name: "run",
  summary: "run scenarios and say which expectations were met",
  operands: "SCENARIO...",
  operandCount: { min: 1, max: Infinity },
  description: [
    "A SCENARIO is a JSON or YAML file, a folder of them, or a pattern in quotes. Without --target they run against the lab's own server in this process.",
    "Exit code: 0 every expectation was met, 1 something could not be loaded or executed, 2 an expectation was not met, 130 on SIGINT, 143 on SIGTERM.",
  ],
  options: {
    target: { type: "text", value: "FILE", summary: "run against the server that this target file describes" },
    transport: {
      type: "choice",
      choices: ["stdio", "http"],
      summary: "reach the lab's own server over a real child process or socket",
    },
    client: {
      type: "choice",
      choices: ["lab", "typescript-sdk"],
      default: "lab",
      summary: "who asks the lab's own server: its own client, or that of the official TypeScript SDK v2",
    },
    report: {
      type: "text",
      value: "FORMAT[=FILE]",
      multiple: true,
      summary: "console, json, junit or github (console); with =FILE as often as you like",
    },
    output: { type: "text", value: "FILE", summary: "write the report to FILE and not to stdout" },
    "reuse-session": {
      type: "flag",
      summary: "with --target: one session for all scenarios, in order, instead of one for each",
    },
    "fail-on": {
      type: "choice",
      choices: ["must", "should", "robustness", "never"],
      default: "never",
      summary: "fail also for what violates the specification, from this level on",
    },
    repeat: { type: "number", value: "N", min: 1, max: MAX_REPEAT, summary: "run each scenario N times" },
    "fail-fast": { type: "flag", summary: "end the run at the first failure" },
    jobs: { type: "number", value: "N", min: 1, max: MAX_JOBS, default: 1, summary: "run N scenarios at one time" },
    grep: { type: "text", value: "TEXT", summary: "run only scenarios whose name contains TEXT" },
    record: { type: "text", value: "FILE", summary: "write everything that travels to FILE, as JSON Lines" },
    seed: {
      type: "number",
      value: "N",
      min: 0,
      max: MAX_SEED,
      summary: "what chance is drawn from; the report says it",
    },
    clock: {
      type: "choice",
      choices: ["real", "fast"],
      default: "real",
      summary: "fast skips all waiting; in this process only",
    },
  },
  examples: [
    { line: "run examples/scenarios", does: "run every scenario of a folder" },
    { line: "run scenario.json --report json", does: "print the report as JSON" },
    { line: "run scenario.json --target target.json", does: "ask your own server" },
    { line: "run 'tests/**/*.json' --report junit --output report.xml", does: "write a report for CI" },
  ],
});

export const DEMO = defineCommand({
  name: "demo",
  summary: "really run one small scenario and print its report",
  operands: "",
  operandCount: { min: 0, max: 0 },
  description: ["Needs no set-up: calls a tool that answers after 500 ms, through the same path as every scenario."],
  options: {},
  examples: [{ line: "demo", does: "see one report" }],
});

export const FAULTS = defineCommand({
  name: "faults",
  summary: "list the faults, or explain one",
  operands: "[NAME]",
  operandCount: { min: 0, max: 1 },
  description: [
    "Without a NAME lists every fault, and the changes of the server that rules make. With one says what it does, its parameters and limits, where it works, which clause it breaks, what a robust peer does, and gives an example to paste.",
  ],
  options: { json: { type: "flag", summary: "as JSON, an array" } },
  examples: [
    { line: "faults", does: "list every fault" },
    { line: "faults duplicate_response", does: "explain one" },
  ],
});

export const CHECKS = defineCommand({
  name: "checks",
  summary: "list what recordings are judged by, or explain one check",
  operands: "[CODE]",
  operandCount: { min: 0, max: 1 },
  description: [
    "A check is a clause of the specification as a function of what travelled. Without a CODE lists every check: how binding it is (MUST, SHOULD, robustness, note), who is judged, and where. With one says where the clause stands, and what proves that it was obeyed or violated.",
  ],
  options: { json: { type: "flag", summary: "as JSON, an array" } },
  examples: [
    { line: "checks", does: "list every check" },
    { line: "checks SES-06", does: "explain one" },
  ],
});

export const HISTORY = defineCommand({
  name: "history",
  summary: "show a recording, or judge it",
  operands: "FILE",
  operandCount: { min: 1, max: 1 },
  description: [
    "Prints what --record has written: one line for each thing that travelled, with the faults that wrote it. With --judge says what the specification says about it: who obeyed and who violated what, and which frames prove it. Exit code 0 in either case.",
    "Over HTTP a request without a session does not say whose it is. Where the recording does not say either, what depends on it is inconclusive; --one-client says that all of it is one client's.",
  ],
  options: {
    judge: { type: "choice", choices: ["client", "server", "both"], summary: "judge this side by the specification" },
    "one-client": { type: "flag", summary: "with --judge: the recording holds one client only" },
    json: { type: "flag", summary: "as JSON: the recording as one object, findings as an array" },
  },
  examples: [
    { line: "history recording.jsonl", does: "show what travelled" },
    { line: "history recording.jsonl --judge client", does: "say what the client did against the specification" },
  ],
});

export const TARGETS = defineCommand({
  name: "targets",
  summary: "see whether a target file works, before a scenario is written",
  operands: "check FILE",
  operandCount: { min: 2, max: 2 },
  description: [
    "Connects to the server that a target file describes and prints the revision that was agreed on, who the server is, what it can do, its tools, and how long each step took. Exit code 1 where a step failed.",
  ],
  options: { json: { type: "flag", summary: "as one JSON object" } },
  examples: [{ line: "targets check target.json", does: "connect, list the tools, and leave again" }],
});

export const HELP = defineCommand({
  name: "help",
  summary: "show this page, or the page of a command",
  operands: "[COMMAND]",
  operandCount: { min: 0, max: 1 },
  description: [],
  options: {},
  examples: [{ line: "help run", does: "show every option of run" }],
});

/** Every command, in the order in which help lists them. */
export const COMMANDS: readonly CommandSpec[] = [SERVE, RUN, DEMO, TARGETS, FAULTS, CHECKS, HISTORY, HELP];
