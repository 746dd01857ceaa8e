import { describe, expect, test } from "vitest";
import { LabError } from "../base/errors.ts";
import type { CommandLine } from "./define-command.ts";
import type { SERVE } from "./options.ts";
import { parseCommandLine } from "./parse.ts";
import { readServeOptions } from "./read-serve-options.ts";

function read(...args: string[]) {
  const asked = parseCommandLine(["serve", ...args]);
  if (asked.kind !== "command") throw new Error(`it asks for ${asked.kind}`);
  // The parser has read the line with the table of serve.
  return readServeOptions(asked.line as unknown as CommandLine<typeof SERVE.options>, false);
}

function refusal(...args: string[]): string {
  try {
    read(...args);
  } catch (error) {
    if (error instanceof LabError && error.code === "invalid_arguments")
      return `${error.message} | ${error.hint ?? ""}`;
    throw error;
  }
  return "understood";
}

const DEFAULTS = {
  transport: "stdio",
  host: "127.0.0.1",
  port: 3000,
  path: "/mcp",
  answers: "auto",
  resumable: false,
  plans: [],
  rules: [],
  seed: undefined,
  tools: "core",
  conformance: false,
  record: undefined,
  journal: undefined,
  debug: false,
  warnings: [],
};

test("stdio is the default", () => {
  expect(read()).toEqual(DEFAULTS);
  expect(read("--record", "a.jsonl", "--conformance")).toEqual({ ...DEFAULTS, record: "a.jsonl", conformance: true });
});

test("takes everything for HTTP", () => {
  const line =
    "--transport http --host [::1] --port 0 --path /a/b --answers sse --resumable --conformance --record r.jsonl --allow-remote";
  expect(read(...line.split(" "))).toEqual({
    ...DEFAULTS,
    transport: "http",
    host: "::1",
    port: 0,
    path: "/a/b",
    answers: "sse",
    resumable: true,
    conformance: true,
    record: "r.jsonl",
  });
});

test.each(["--host=localhost", "--port=1", "--path=/x", "--allow-remote", "--answers=json", "--resumable"])(
  "refuses %s on stdio",
  (option) => {
    const says = `${option.replace(/=.*/, "")} means nothing on stdio | Add --transport http, or leave it out`;
    expect(refusal(option)).toBe(says);
    expect(refusal("--transport", "stdio", option)).toBe(says);
  },
);

test("takes rules, a seed and the choice of tools, on stdio too", () => {
  const args = [
    "--plan",
    "a.json",
    "--plan",
    "b.yaml",
    "--rule",
    "tools/call hang",
    "--seed",
    "7",
    "--tools",
    "delay, hang",
  ];
  expect(read(...args)).toEqual({
    ...DEFAULTS,
    plans: ["a.json", "b.yaml"],
    rules: ["tools/call hang"],
    seed: 7,
    tools: ["delay", "hang"],
  });
  expect(read("--tools", "all").tools).toBe("all");
  expect(refusal("--tools", "delay,,hang")).toMatch(/^--tools: found "delay,,hang"/);
});

describe("a host", () => {
  const http = ["--transport", "http"];

  test.each(["0.0.0.0", "::", "0", "0x0", "[::]", "::ffff:0:0", "*"])("%s is refused, whatever is allowed", (host) => {
    const says = `--host: "${host}" stands for every address of this machine, which is not allowed | Name one address; 127.0.0.1 is for this machine alone`;
    expect(refusal(...http, `--host=${host}`)).toBe(says);
    expect(refusal(...http, `--host=${host}`, "--allow-remote")).toBe(says);
  });

  test("of another kind needs to be allowed, and draws a warning", () => {
    expect(refusal(...http, "--host=192.168.7.7")).toBe(
      '--host: "192.168.7.7" is not a loopback address | Other machines could reach it, without TLS and login: add --allow-remote if that is meant',
    );
    const { host, warnings } = read(...http, "--host=192.168.7.7", "--allow-remote");
    expect([host, warnings]).toEqual([
      "192.168.7.7",
      ["192.168.7.7 is not a loopback address: whoever reaches it can use the server, without TLS and login"],
    ]);
  });

  test("that is none is refused", () => {
    expect(refusal(...http, "--host=http://localhost")).toBe(
      '--host: found "http://localhost", allowed is a name or an address | Give no scheme and no port',
    );
  });
});

describe("a path", () => {
  test.each(["/", "/mcp", "/a/b-c_d.e~f", "/a/", "/%20"])("%s is good", (path) => {
    expect(read("--transport", "http", `--path=${path}`).path).toBe(path);
  });

  test.each(["mcp", "//", "//host/x", "/a?b", "/a#b", "/a b", "/é", "/\\a"])("%s is none", (path) => {
    expect(refusal("--transport", "http", `--path=${path}`)).toContain(
      `--path: found ${JSON.stringify(path)}, allowed is`,
    );
  });
});
