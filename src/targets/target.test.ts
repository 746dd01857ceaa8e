import { describe, expect, test } from "vitest";
import { LabError } from "../base/errors.ts";
import { createFakeAdapter } from "./fake.ts";
import { createAdapterRegistry, targetAdapters } from "./registry.ts";
import { parseTarget } from "./target.ts";

const stdio = { transport: "stdio", command: "server" };
const http = { transport: "http", url: "https://example.com/mcp" };
const mcp = (config: unknown, more: object = {}) => ({ adapter: "mcp", config, ...more });

/** What is wrong with a target, without the name of its file. */
function problemsOf(value: unknown): string {
  try {
    parseTarget(value, "t.json");
    return "";
  } catch (error) {
    if (!(error instanceof LabError) || error.code !== "target_load_failed") throw error;
    return error.message.replace("t.json:", "").trim();
  }
}

test.each([
  [
    "the least of a command",
    mcp(stdio),
    { adapter: "mcp", transport: "stdio", setupTimeoutMs: 30_000, cleanupTimeoutMs: 5_000 },
  ],
  [
    "the least of a URL",
    mcp(http),
    { adapter: "mcp", transport: "http", setupTimeoutMs: 30_000, cleanupTimeoutMs: 5_000 },
  ],
  [
    "all of a command",
    mcp(
      { ...stdio, args: ["-a", ""], cwd: "sub", env: { A: "1" }, envFrom: { TOKEN: "MY_TOKEN" } },
      { $schema: "x", setupTimeoutMs: 1, cleanupTimeoutMs: 60_000 },
    ),
    { setupTimeoutMs: 1, cleanupTimeoutMs: 60_000 },
  ],
  ["variables under their own names", mcp({ ...stdio, envFrom: ["A", "B"] }), {}],
  [
    "all of a URL",
    mcp({ ...http, headers: { "X-A": "é" }, headerEnv: { Authorization: "AUTH" } }, { setupTimeoutMs: 600_000 }),
    {},
  ],
])("reads %s", (_, value, expected) => {
  expect(parseTarget(value, "t.json")).toMatchObject(expected);
});

test.each([
  "http://127.0.0.1:3000/mcp",
  "http://127.8.9.10/mcp",
  "http://127.1/mcp",
  "http://2130706433/mcp",
  "http://[::1]:3000/mcp",
  "http://localhost/mcp",
  "http://LOCALHOST/mcp",
  "https://example.com:8443/mcp?a=b",
])("allows %s", (url) => {
  expect(problemsOf(mcp({ transport: "http", url }))).toBe("");
});

const LOCAL = "must be https, or http to this machine (127.0.0.1, [::1], localhost)";
test.each([
  ["http://example.com/mcp", LOCAL],
  ["http://127.0.0.1.example.com/mcp", LOCAL],
  ["http://localhost.example.com/mcp", LOCAL],
  ["http://0.0.0.0/mcp", LOCAL],
  ["http://[::]/mcp", LOCAL],
  ["http://[::ffff:127.0.0.1]/mcp", LOCAL],
  ["http://192.168.0.1/mcp", LOCAL],
  ["ftp://127.0.0.1/mcp", LOCAL],
  ["file:///etc/passwd", LOCAL],
  ["/mcp", "is no absolute URL"],
  ["https://user:hunter2@example.com/mcp", "must not hold a user name or password: name a variable under headerEnv"],
  ["https://example.com/mcp#part", "must not hold a fragment"],
])("refuses %s, and does not repeat it", (url, rule) => {
  expect(problemsOf(mcp({ transport: "http", url }))).toBe(`$.config.url: found a text, which ${rule}`);
});

test.each([
  [5, "$: found a number, allowed is an object"],
  [null, "$: found null, allowed is an object"],
  [{}, "$.adapter: missing; required is a text\n  $.config: missing; required is an object"],
  [{ adapter: "mpc", config: stdio }, '$.adapter: found a text, allowed are "mcp"'],
  [mcp(5), "$.config: found a number, allowed is an object"],
  [mcp({}), '$.config.transport: missing; required is one of "stdio", "http"'],
  [mcp({ ...stdio, transport: "sse" }), '$.config.transport: found a text, allowed are "stdio", "http"'],
  [mcp({ transport: "stdio" }), "$.config.command: missing; required is a text of 1 to 32768 characters"],
  [mcp({ ...stdio, command: "" }), "$.config.command: found a text, allowed is a text of 1 to 32768 characters"],
  [mcp({ ...stdio, command: "a\0b" }), "$.config.command: found a text, which must not hold a NUL character"],
  [mcp({ ...stdio, args: "-v" }), "$.config.args: found a text, allowed is an array of at most 1000 items"],
  [mcp({ ...stdio, args: ["a", 5] }), "$.config.args[1]: found a number, allowed is a text of 0 to 32768 characters"],
  [mcp({ ...stdio, env: { "A=B": "x" } }), "$.config.env: must have names of variables as keys"],
  [mcp({ ...stdio, env: { A: 5 } }), "$.config.env.A: found a number, allowed is a text of 0 to 32768 characters"],
  [
    mcp({ ...stdio, envFrom: "TOKEN" }),
    "$.config.envFrom: found a text, allowed is an array of names of variables, or an object of such names",
  ],
  [
    mcp({ ...stdio, envFrom: ["A=B"] }),
    "$.config.envFrom: found an array, allowed is an array of names of variables, or an object of such names",
  ],
  [
    mcp({ ...http, headers: { "Mcp-Session-Id": "x" } }),
    expect.stringContaining(
      "$.config.headers: must have names of headers as keys, and none of those that the client itself sends (accept,",
    ),
  ],
  [
    mcp({ ...http, headers: { "mcp-param-x": "x" } }),
    expect.stringContaining("$.config.headers: must have names of headers"),
  ],
  [mcp({ ...http, headers: { "a b": "x" } }), expect.stringContaining("$.config.headers: must have names of headers")],
  [
    mcp({ ...http, headers: { A: "x\r\nB: y" } }),
    "$.config.headers.A: found a text, which holds a character that no header can carry",
  ],
  [
    mcp({ ...http, headerEnv: { A: "" } }),
    "$.config.headerEnv.A: found a text, allowed is a text of 1 to 32768 characters",
  ],
  [mcp(stdio, { setupTimeoutMs: 0 }), "$.setupTimeoutMs: found a number, allowed is a whole number from 1 to 600000"],
  [
    mcp(stdio, { setupTimeoutMs: 600_001 }),
    "$.setupTimeoutMs: found a number, allowed is a whole number from 1 to 600000",
  ],
  [
    mcp(stdio, { cleanupTimeoutMs: 1.5 }),
    "$.cleanupTimeoutMs: found a number, allowed is a whole number from 1 to 60000",
  ],
  [
    mcp(stdio, { cleanupTimeoutMs: 60_001 }),
    "$.cleanupTimeoutMs: found a number, allowed is a whole number from 1 to 60000",
  ],
  [
    mcp({ ...stdio, comand: "x", url: "x" }, { timeout: 5 }),
    '$.timeout: unknown key "timeout"; allowed are "$schema", "adapter", "config", "setupTimeoutMs", "cleanupTimeoutMs"',
  ],
  [
    mcp({ ...stdio, comand: "x", url: "x" }),
    [
      '$.config.comand: unknown key "comand"; did you mean "command"?; allowed are "transport", "command", "args", "cwd", "env", "envFrom"',
      '$.config.url: unknown key "url"; allowed are "transport", "command", "args", "cwd", "env", "envFrom"',
    ].join("\n  "),
  ],
])("refuses %j", (value, problem) => {
  expect(problemsOf(value)).toEqual(problem);
});

describe("what is taken from the environment", () => {
  const prepare = (config: unknown, env: Record<string, string>) => parseTarget(mcp(config), "t.json").prepare(env);

  test.each([
    [{ ...stdio, envFrom: ["NOPE"] }, {}, "the variable NOPE is not set, and NOPE is to be taken from it"],
    [{ ...stdio, envFrom: { TOKEN: "NOPE" } }, {}, "the variable NOPE is not set, and TOKEN is to be taken from it"],
    [
      { ...http, headerEnv: { Authorization: "NOPE" } },
      {},
      "the variable NOPE is not set, and Authorization is to be taken from it",
    ],
    [
      { ...stdio, env: { A: "1" }, envFrom: ["A"] },
      { A: "2" },
      "A stands under env and is also taken from the variable A",
    ],
    [
      { ...http, headers: { a: "1" }, headerEnv: { A: "V" } },
      { V: "2" },
      "A stands under headers and is also taken from the variable V",
    ],
    [
      { ...http, headerEnv: { A: "V" } },
      { V: "hunter2\n" },
      "the variable V holds a character that the header A cannot carry",
    ],
  ])("%j is refused", (config, env, message) => {
    const refused: unknown = expect.objectContaining({ code: "target_load_failed", message });
    expect(() => prepare(config, env)).toThrow(refused);
    const lab = { env, cwd: "/", protocolVersion: "auto" } as never;
    expect(() => parseTarget(mcp(config), "t.json").open(lab)).toThrow(refused);
  });

  test("an empty variable is set", () => {
    expect(prepare({ ...stdio, envFrom: ["EMPTY"] }, { EMPTY: "" })).toEqual({ secrets: [], warnings: [] });
  });

  test("the values that are taken are secret, and so is what is named like a credential", () => {
    const command = { ...stdio, env: { API_TOKEN: "literal-token", LANG: "de_DE" }, envFrom: { A: "V1", B: "V2" } };
    expect(prepare(command, { V1: "first-secret", V2: "second-secret" })).toEqual({
      secrets: ["first-secret", "second-secret", "literal-token"],
      warnings: [],
    });
    const basic = `Basic ${Buffer.from("user:pass word").toString("base64")}`;
    const url = {
      transport: "http",
      url: "https://example.com/mcp?api_key=query-key&page=first",
      headers: { "X-Plain": "plain", Authorization: "Bearer literal" },
      headerEnv: { "X-Auth": "V1", "X-Basic": "V2" },
    };
    const { secrets } = prepare(url, { V1: "Bearer env-token", V2: basic });
    expect(secrets.toSorted()).toEqual(
      [
        "Bearer env-token",
        "env-token",
        basic,
        basic.slice(6),
        "user:pass word",
        "pass word",
        "Bearer literal",
        "literal",
        "query-key",
      ].toSorted(),
    );
  });

  test("a value that is too short to be taken out draws a warning", () => {
    expect(prepare({ ...stdio, envFrom: ["PIN"] }, { PIN: "123" })).toEqual({
      secrets: [],
      warnings: ["the value of PIN has fewer than 4 characters and cannot be taken out of reports"],
    });
  });
});

describe("the registry", () => {
  test("finds adapters by name", () => {
    expect(targetAdapters.names).toEqual(["mcp"]);
    expect(targetAdapters.get("constructor")).toBeUndefined();
  });

  test("takes adapters of others, each with a config of its own", () => {
    const fake = createFakeAdapter();
    const adapters = createAdapterRegistry([fake]);
    const target = parseTarget({ adapter: "fake", config: { identity: { transport: "http" } } }, "t.json", adapters);
    expect(target).toMatchObject({ adapter: "fake", transport: "http" });
    expect(target.prepare({})).toEqual({ secrets: [], warnings: [] });
    expect(() => parseTarget({ adapter: "fake", config: { calls: [{ hang: 1 }] } }, "t.json", adapters)).toThrow(
      "t.json: $.config.calls[0].hang: found a number, allowed is true or false",
    );
  });

  test("refuses two of one name", () => {
    const fake = createFakeAdapter();
    expect(() => createAdapterRegistry([fake, fake])).toThrow('two target adapters are named "fake"');
  });
});
