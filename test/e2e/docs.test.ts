import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { request, type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { isRecord } from "../../src/base/is-record.ts";
import { FAILURE_KINDS, OUTCOMES } from "../../src/protocol/outcome.ts";
import { PSEUDO_EXCHANGES } from "../../src/protocol/exchange.ts";
import { createFaultServer } from "../../src/server/create-fault-server.ts";
import { listenOnSocket } from "../../src/server/listen.ts";
import { root } from "../gates/source-files.ts";
import { exampleProblems } from "./docs/examples.ts";
import { brokenLinks } from "./docs/links.ts";
import { powerlessRules, unknownNames } from "./docs/names.ts";
import { blocksOf, PAGES, REFERENCE, type Block, type Page } from "./docs/pages.ts";
import { isAsShown, withPlaceholders } from "./docs/placeholders.ts";
import { Session, stepsOf } from "./docs/session.ts";

const DATA = ["json", "yaml"];
const where = ({ page, line }: Block): string => `${page}:${line}`;
const page = (text: string): Page => ({ path: "docs/a.md", text });
const block = (text: string): Block => {
  const [first] = blocksOf(page(text));
  if (first === undefined) throw new Error("no block");
  return first;
};

/** What a reader does on a page: saves a file, or types commands. Code has a test of its own. */
const SCENES = PAGES.map((each): [string, Block[]] => {
  const isScene = ({ language, title }: Block) => language === "console" || (title !== undefined && language !== "ts");
  return [each.path, blocksOf(each).filter(isScene)];
});

describe.each(SCENES.filter(([, scenes]) => scenes.length > 0))("%s", (_, scenes) => {
  let session: Session;
  beforeAll(() => {
    session = new Session();
  });
  afterAll(() => session.end());

  // In the order of the page: what a command writes, a later one reads.
  test.each(scenes.map((scene) => [where(scene), scene] as const))(
    "%s: what is typed prints what is shown",
    async (_at, scene) => {
      const results = await session.live(scene);
      const found = results.map(({ shown, printed }) => (isAsShown(shown, printed) ? shown : printed));
      expect(found).toEqual(results.map(({ shown }) => shown));
    },
  );
});

const EXAMPLES = PAGES.flatMap(blocksOf).filter(({ language }) => DATA.includes(language));
test.each(EXAMPLES.map((each) => [where(each), each] as const))("the example at %s can be used", async (_, example) => {
  expect(await exampleProblems(example)).toEqual([]);
});

test.each([...PAGES, ...REFERENCE].map((each) => [each.path, each] as const))(
  "%s: links lead somewhere, commands and options exist, rules can act",
  async (_, each) => {
    expect([...brokenLinks(each), ...unknownNames(each), ...(await powerlessRules(each))]).toEqual([]);
  },
);

describe("what is listed is all there is", () => {
  const text = (path: string): string => readFileSync(join(root, path), "utf8");
  /** The first cells of the table under a heading. */
  const firstCells = (path: string, heading: string): string[] => {
    const section = text(path).split(`\n${heading}\n`)[1]?.split(/\n#+ /)[0] ?? "";
    return [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, cell = ""]) => cell);
  };

  test("README names the tools that serve lists", () => {
    const requests = [
      { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {} } },
      { jsonrpc: "2.0", id: 2, method: "tools/list" },
    ];
    const listed = (...args: string[]): string[] => {
      const { stdout } = spawnSync(process.execPath, [join(root, "dist/bin.cjs"), "serve", ...args], {
        input: requests.map((request) => `${JSON.stringify(request)}\n`).join(""),
        encoding: "utf8",
      });
      return [...stdout.matchAll(/"name":"(\w+)"/g)].map(([, name = ""]) => name);
    };
    const shown = [...text("README.md").matchAll(/^\| \[?`(\w+)`/gm)].map(([, name = ""]) => name);
    expect(shown.filter((name) => name !== "session_loss")).toEqual(listed());
    expect(shown).toHaveLength(11);
  });

  test("the outcomes, the kinds of failure, and the exchanges without a request", () => {
    expect(firstCells("docs/scenarios.md", "## Outcomes")).toEqual([...OUTCOMES]);
    expect(firstCells("docs/scenarios.md", "## Kinds of failure")).toEqual([...FAILURE_KINDS]);
    expect(firstCells("docs/rules.md", "## Exchanges without a request")).toEqual([...PSEUDO_EXCHANGES]);
  });

  test("README leads to every page", () => {
    const pages = PAGES.map(({ path }) => path).filter((path) => path !== "README.md");
    expect(pages.filter((path) => !text("README.md").includes(`](${path}`))).toEqual([]);
  });

  test("the floors", () => {
    const floors = text("docs/architecture.md").split("\n## The floors\n")[1]?.split("\n## ")[0] ?? "";
    const shown = [...floors.matchAll(/^\|[^|]*\| `src\/(\w+)`/gm)].map(([, name = ""]) => name);
    const folders = readdirSync(join(root, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(shown.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
  });

  test("the messages over HTTP are those of the server", async () => {
    const server = await createFaultServer({ version: "0.0.0" });
    const listening = await listenOnSocket(server, { host: "127.0.0.1", port: 0, path: "/mcp", clock: systemClock });
    const said: string[] = [];
    for (const { path = "/mcp", headers = {}, method = "POST" } of REFUSED) {
      const good = { "content-type": "application/json", accept: "application/json, text/event-stream" };
      const url = new URL(path, listening.url);
      said.push(
        await answerOf(request(url, { method, headers: { ...good, ...headers } }), method === "POST" ? CALL : ""),
      );
    }
    await listening.close();
    expect(firstCells("docs/troubleshooting.md", "## What a client is answered over HTTP")).toEqual(said);
  });

  test("every member of a report is explained", async () => {
    const session = new Session();
    const scenario = { name: "A", call: { tool: "hang" }, timeoutMs: 50, expect: { outcome: "success" } };
    session.save(
      "a.json",
      JSON.stringify({ ...scenario, observe: { call: { tool: "ping" }, expect: scenario.expect } }),
    );
    const run = "$ mcp-failure-lab run a.json --report json";
    await session.live(block(`\`\`\`console\n${run} > 1\n${run} --repeat 2 > 2\n\`\`\``));
    const reports = ["1", "2"].map((file): unknown => JSON.parse(readFileSync(join(session.folder, file), "utf8")));
    await session.end();
    const members = reports.flatMap(memberNames);
    const known = new Set([...text("docs/reports.md").matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(members.length).toBeGreaterThan(40);
    expect(members.filter((name) => !known.has(name))).toEqual([]);
  });

  test("CI runs the test command of README", () => {
    const [, command = ""] = /^npm ci && (npm test)$/m.exec(text("README.md")) ?? [];
    expect(text(".ci/run")).toMatch(new RegExp(`part install npm ci\\b[^]*part test ${command}$`, "m"));
  });
});

/** Requests that are refused, in the order of the table. */
const REFUSED: readonly { readonly path?: string; readonly method?: string; readonly headers?: OutgoingHttpHeaders }[] =
  [
    { path: "/other" },
    { headers: { host: "example.org" } },
    { headers: { origin: "https://example.org" } },
    { headers: { "mcp-session-id": "none" } },
    { method: "GET" },
    { headers: { accept: "application/json" } },
    { headers: { "content-type": "text/plain" } },
    { method: "GET", headers: { "mcp-protocol-version": "2026-07-28" } },
  ];
const CALL = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

/** The message of the error that a request is answered by. */
async function answerOf(asking: ClientRequest, body: string): Promise<string> {
  asking.end(body);
  const [response] = (await once(asking, "response")) as [IncomingMessage]; // the arguments of that event
  let answer = "";
  for await (const chunk of response) answer += String(chunk);
  return (JSON.parse(answer) as { error: { message: string } }).error.message;
}

/** The names of all members of a JSON value, however deep. */
function memberNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(memberNames);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...memberNames(member)]);
}

describe("the reader sees", () => {
  const shown = (text: string): string[] => withPlaceholders(text).split("\n");

  test("that a command prints something else, exits otherwise, or is not there", async () => {
    const session = new Session();
    const text =
      "```console\n$ mcp-failure-lab --version\nelse\n$ echo $?\n0\n$ mcp-failure-lab runn 2> /dev/null\n$ echo $?\n1\n```";
    const results = await session.live(block(text));
    expect(results.map((each) => isAsShown(each.shown, each.printed))).toEqual([false, true, true, true]);
    await session.end();
  });

  test("that a server says something else until Ctrl-C, and after it", async () => {
    const session = new Session();
    const serve = "$ mcp-failure-lab serve --transport http --tools none";
    const listening = "mcp-failure-lab: listening on http://127.0.0.1:3000/mcp";
    const run = async (output: string): Promise<boolean[]> =>
      (await session.live(block(`\`\`\`console\n${serve}\n${output}\n\`\`\``))).map((each) =>
        isAsShown(each.shown, each.printed),
      );
    expect(await run(`${listening}\n^C`)).toEqual([true]);
    expect(await run(`${listening}\n^C\nbye`)).toEqual([false]);
    await session.end();
  });

  test("what is volatile, and nothing else", () => {
    expect(shown("Duration: ~507 ms")).toEqual(shown("Duration: ~12 ms"));
    expect(shown("- maxDurationMs: expected at most 100 ms, actual 319.8 ms")).toEqual([
      "- maxDurationMs: expected at most 100 ms, actual <n> ms",
    ]);
    expect(shown(" 9   77.2  c2 x2  ← result 2  265 B")).toEqual(shown("9  177.2  c2 x2  ← result 2  26 B"));
    expect(shown("9  77.2  c2 x2  ← result 2  265 B")).not.toEqual(shown("9  77.2  c2 x3  ← result 2  265 B"));
    expect(shown("no answer within 500 ms, exit code 2, -32602")).toEqual([
      "no answer within 500 ms, exit code 2, -32602",
    ]);
  });

  test("lines that are left out only where the page says so", () => {
    expect(isAsShown(["a", "...", "d"], ["a", "b", "c", "d"])).toBe(true);
    expect(isAsShown(["a", "..."], ["a"])).toBe(true);
    expect(isAsShown(["a", "d"], ["a", "b", "d"])).toBe(false);
    expect(isAsShown(["a", "...", "d"], ["a", "b"])).toBe(false);
    expect(isAsShown(["allowed are ... and more"], ["allowed are a, b and more"])).toBe(true);
    expect(isAsShown(["allowed are * and more"], ["allowed are a, b and more"])).toBe(false);
  });

  test("output without a command", () => {
    expect(() => stepsOf("Scenario: A")).toThrow("output before the first command");
  });

  test.each([
    ["json", `{"name": "A"}`, "the fence does not say what it is"],
    ["json scenario", `{"name": "A"`, "SyntaxError"],
    ["json scenario", `{"name": "A", "call": {"tool": "ping"}, "expect": {"outcome": "ok"}}`, "$.expect.outcome"],
    ["yaml plan", "rules: [{ inject: [{ fault: hangg }] }]", "unknown fault"],
    ["yaml plan", "rules: []", "$.rules"],
    ["json rule", `{"when": {"method": "tools/cal"}, "inject": [{"fault": "hang"}]}`, "matches no method"],
    ["json target", `{"adapter": "mcp", "config": {"transport": "tcp"}}`, "$.config.transport"],
    ["json host", `{"mcpServers": {"a": {"command": "npx", "args": ["mcp-failure"]}}}`, "does not start the lab"],
    ["json host", `{"servers": {"a": {"command": "mcp-failure-lab", "args": ["serv"]}}}`, "does not start: "],
    ["json host", `{"mcpServers": {"a": {"url": "http://127.0.0.1:3000/"}}}`, "is not where serve listens"],
    ["json host", `{"mcpServers": {"a": {"url": "http://127.0.0.1:3000/mcp?rule=hang"}}}`, "lacks a fault"],
    ["json history", `{"kind": "footer"}`, "$.entries"],
  ])("a %s that is wrong: %s", async (info, text, says) => {
    expect((await exampleProblems(block(`\`\`\`${info}\n${text}\n\`\`\``))).join("\n")).toContain(says);
  });

  test.each([
    ["[a](b.md)", "docs/a.md: b.md: no such file"],
    ["[a](#there)\n\n## Here", "docs/a.md: #there: no such heading"],
    ["[a](../README.md#nothing-of-the-kind)", "no such heading"],
    ["![a](https://example.org/a.svg)", "a picture from elsewhere"],
    ["[a](http://example.org)", "neither https nor a file"],
  ])("a link that leads nowhere: %s", (text, says) => {
    expect(brokenLinks(page(text)).join("\n")).toContain(says);
  });

  test("links that lead somewhere, and what only looks like one", () => {
    const text =
      "## `serve`, and more\n\n[a](#serve-and-more) [b](faults/README.md#faults) `[c](d.md)`\n\n```sh\n[e](f)\n```";
    expect(brokenLinks(page(text))).toEqual([]);
  });

  test.each([
    ["`--repot json`", "names the option --repot"],
    ["`serve --fail-fast`", "names the option --fail-fast"],
    ["`mcp-failure-lab runn a.json`", 'unknown command "runn"'],
    ["```sh\nmcp-failure-lab run a.json --jobs 0\n```", '--jobs: found "0"'],
    ["```sh\nnpm ci && npx -y mcp-failure-lab serv\n```", 'unknown command "serv"'],
    ["```sh\nmcp-failure-lab demo --fast\n```", "unknown option --fast"],
    ["```sh\nnpm run dmo\n```", '"npm run dmo" is no script'],
    ["```sh\nnpm run dev -- demo --fast\n```", "unknown option --fast"],
  ])("a name that does not exist: %s", (text, says) => {
    expect(unknownNames(page(text)).join("\n")).toContain(says);
  });

  test.each([
    ["serve --rule 'tools/call http_status status=503'", "http_status works on http-json, http-sse only"],
    ["serve --transport http --rule 'tools/call hangg'", "unknown fault"],
  ])("a rule that could never act: %s", async (line, says) => {
    expect((await powerlessRules(page(`\`\`\`sh\nmcp-failure-lab ${line}\n\`\`\``))).join("\n")).toContain(says);
  });

  test("names that exist, and those of others", () => {
    const text =
      "`--rule` `run` `serve --rule 'tools/call#2 hang'` `git clone --depth`\n\n```sh\nmcp-failure-lab run a.json > b # --no\n```";
    expect(unknownNames(page(text))).toEqual([]);
  });
});
