import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LabError } from "../base/errors.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "./options.ts";
import { parseCommandLine } from "./parse.ts";

const words = (line: string) => (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ""));

function asked(line: string) {
  const result = parseCommandLine(words(line));
  if (result.kind !== "command") throw new Error(`it asks for ${result.kind}`);
  const { command, line: understood } = result;
  return { command: command.name, ...understood };
}

function refusal(...args: string[]): string {
  try {
    parseCommandLine(args);
  } catch (error) {
    if (error instanceof LabError && error.code === "invalid_arguments")
      return [error.message, error.hint].filter(Boolean).join(" | ");
    throw error;
  }
  return "understood";
}

describe("understands", () => {
  test.each([
    "run a.json b.json --report json --fail-fast",
    "run --report json a.json --fail-fast b.json",
    "--fail-fast --report=json run a.json b.json",
    "--report json --fail-fast run a.json -- b.json",
  ])("options wherever they stand: %s", (line) => {
    const { command, operands, values, given } = asked(line);
    expect([command, operands, [...given].sort()]).toEqual(["run", ["a.json", "b.json"], ["fail-fast", "report"]]);
    expect(values).toMatchObject({ report: ["json"], "fail-fast": true, jobs: 1, repeat: undefined, debug: false });
  });

  test("an option that may be given several times", () => {
    expect(asked("run a --report json --report junit=x.xml --report=console=y").values["report"]).toEqual([
      "json",
      "junit=x.xml",
      "console=y",
    ]);
  });

  test("a command without options, with every default", () => {
    expect(asked("serve").values).toMatchObject({
      transport: "stdio",
      host: "127.0.0.1",
      port: 3000,
      path: "/mcp",
      answers: "auto",
    });
  });

  test.each([
    ["run a --repeat 1", { repeat: 1 }],
    ["run a --repeat 10000", { repeat: 10_000 }],
    ["run a --jobs 64", { jobs: 64 }],
    ["serve --transport http --port 0", { port: 0 }],
    ["serve --transport http --port 65535", { port: 65_535 }],
    ["run a --grep=--help", { grep: "--help" }],
  ])("values up to their limits: %s", (line, values) => {
    expect(asked(line).values).toMatchObject(values);
  });

  test("words that look like options after --", () => {
    expect(asked("run -- --report.json -x").operands).toEqual(["--report.json", "-x"]);
  });

  test.each(["", "help", "--help", "-h", "--help --debug"])("that help is wanted: %j", (line) => {
    expect(parseCommandLine(words(line))).toEqual({ kind: "help", about: undefined });
  });

  test.each(["help run", "run --help", "run -h", "--help run", "run a.json --help", "-h run --report json"])(
    "that help about run is wanted: %s",
    (line) => {
      expect(parseCommandLine(words(line))).toMatchObject({ kind: "help", about: { name: "run" } });
    },
  );

  test.each(["--version", "-v", "run --version", "--debug -v", "-v --help"])(
    "that the version is wanted: %s",
    (line) => {
      expect(parseCommandLine(words(line))).toEqual({ kind: "version" });
    },
  );
});

describe("refuses", () => {
  test.each([
    ["rnu a.json", 'unknown command "rnu" | Did you mean run?'],
    ["zzz", 'unknown command "zzz" | The commands are serve, run, demo, targets, faults, checks, history, help'],
    ["help rnu", 'unknown command "rnu" | Did you mean run?'],
    ["help run serve", 'help does not take "serve" | "mcp-failure-lab help help" shows what it takes'],
    ["--debug", "no command is given | The commands are serve, run, demo, targets, faults, checks, history, help"],
    ["--report json", "unknown option --report | It is an option of run"],
    ["run a --reprot json", "unknown option --reprot | Did you mean --report?"],
    ["run a --port 1", "unknown option --port | It is an option of serve"],
    ["run a --zzzzzz", 'unknown option --zzzzzz | "mcp-failure-lab help run" lists the options'],
    ["run a -x", 'unknown option -x | "mcp-failure-lab help run" lists the options'],
    ["run a --__proto__ x", 'unknown option --__proto__ | "mcp-failure-lab help run" lists the options'],
    ["demo --report json", "unknown option --report | It is an option of run"],
    ["run", 'run needs SCENARIO... | "mcp-failure-lab help run" shows how it is used'],
    ["history", 'history needs FILE | "mcp-failure-lab help history" shows how it is used'],
    ["serve extra", 'serve does not take "extra" | "mcp-failure-lab help serve" shows what it takes'],
    ["demo extra", 'demo does not take "extra" | "mcp-failure-lab help demo" shows what it takes'],
    ["faults a b", 'faults does not take "b" | "mcp-failure-lab help faults" shows what it takes'],
    ["run a --output x --output y", "--output is given twice | It takes one value"],
    ["run a --output x --output=x", "--output is given twice | It takes one value"],
    ["serve --transport http --port 1 --port 1", "--port is given twice | It takes one value"],
    ["run a --output", "--output needs a value: FILE"],
    ["run a --output --fail-fast", "--output needs a value: FILE"],
    ["run a --output=", "--output needs a value: FILE"],
    ["run a --report=", "--report needs a value: FORMAT[=FILE]"],
    ["run a --fail-fast=yes", '--fail-fast takes no value, found "yes"'],
    ["run a --transport pipe", '--transport: found "pipe", allowed is stdio or http'],
    ["run a --transport stdoi", '--transport: found "stdoi", allowed is stdio or http | Did you mean stdio?'],
    ["serve --answers xml", '--answers: found "xml", allowed is auto, json or sse'],
    ["run a --repeat 0", '--repeat: found "0", allowed is a whole number from 1 to 10000'],
    ["run a --repeat 10001", '--repeat: found "10001", allowed is a whole number from 1 to 10000'],
    ["run a --repeat 1.5", '--repeat: found "1.5", allowed is a whole number from 1 to 10000'],
    ["run a --repeat 1e3", '--repeat: found "1e3", allowed is a whole number from 1 to 10000'],
    ["run a --jobs -1", '--jobs: found "-1", allowed is a whole number from 1 to 64'],
    ["serve --port 65536", '--port: found "65536", allowed is a whole number from 0 to 65535'],
    ["serve --port http", '--port: found "http", allowed is a whole number from 0 to 65535'],
    [
      "serve --port 99999999999999999999",
      '--port: found "99999999999999999999", allowed is a whole number from 0 to 65535',
    ],
  ])("%s", (line, says) => {
    expect(refusal(...words(line))).toBe(says);
  });

  test("more short options in one word than there can be", () => {
    expect(refusal("serve", `-${"x".repeat(300)}`)).toBe(`unknown option -${"x".repeat(19)}… (301 characters)`);
    expect(refusal("run", "--", `-${"x".repeat(300)}`)).toBe("understood");
    expect(refusal("run", "a", `--grep=-${"x".repeat(300)}`)).toBe("understood");
  });

  test("more words than a shell's pattern may stand for", () => {
    expect(refusal("run", ...Array.from({ length: 16_000 }, () => "a"))).toBe(
      "found 16001 words, allowed are at most 16000 | Name a folder, or put a pattern in quotes",
    );
  });

  test("empty words", () => {
    expect(refusal("run", "")).toBe("run does not take an empty word");
    expect(refusal("")).toMatch(/^unknown command ""/);
  });
});

describe("the table", () => {
  test("gives one name one kind of option in every command, so that options may stand before the command", () => {
    const kinds = new Map<string, Set<boolean>>();
    for (const { options } of [...COMMANDS, { options: GLOBAL_OPTIONS }])
      for (const [name, { type }] of Object.entries(options))
        kinds.set(name, (kinds.get(name) ?? new Set()).add(type === "flag"));
    expect([...kinds].filter(([, flags]) => flags.size > 1)).toEqual([]);
  });

  test("has examples that are understood", () => {
    const lines = COMMANDS.flatMap(({ examples }) => examples.map(({ line }) => line));
    expect(lines.length).toBeGreaterThanOrEqual(COMMANDS.length);
    for (const line of lines) expect([line, refusal(...words(line))]).toEqual([line, "understood"]);
  });
});

test("whatever the words are, they are understood or refused", () => {
  const names = [...COMMANDS, { options: GLOBAL_OPTIONS }].flatMap(({ options }) => Object.keys(options));
  const word = fc.oneof(
    fc.constantFrom(
      ...COMMANDS.map(({ name }) => name),
      ...names.map((name) => `--${name}`),
      "--",
      "-",
      "-h",
      "-hv",
      "",
    ),
    fc.constantFrom(...names).chain((name) => fc.string().map((value) => `--${name}=${value}`)),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (args) => {
      expect(typeof refusal(...args)).toBe("string"); // anything but a refusal is thrown
    }),
    { numRuns: 2000, seed: 1 },
  );
});
