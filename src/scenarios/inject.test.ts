import { expect, test } from "vitest";
import { readRules, type InjectPlace } from "./inject.ts";

const PLACES = {
  process: { transport: "in-process", external: false, defaultProtocolVersion: "2026-07-28" },
  http: { transport: "http", external: false, defaultProtocolVersion: "2026-07-28" },
  stdio: { transport: "stdio", external: false, defaultProtocolVersion: "2026-07-28" },
  target: { transport: "http", external: true, defaultProtocolVersion: "auto" },
} as const satisfies Record<string, InjectPlace>;

const read = (inject: Parameters<typeof readRules>[0], place: InjectPlace, revision?: "2025-11-25") =>
  readRules(inject, revision, place);

const rule = (fault: string, more: object = {}) => ({
  when: {},
  inject: [{ fault }],
  ...({ skip: 0, times: 1, every: 1, chance: 1, effect: "done", scope: "session", optional: false } as const),
  ...more,
});

test("a rule without a direction acts on the lab's own server, and with a target on the client", () => {
  const toServer = read(["tools/call request_batch"], PLACES.target).rules;
  expect(toServer).toMatchObject({ toClient: [], toServer: [{ where: "$.inject[0]", rule: { id: "rule-1" } }] });
  const toClient = read(["tools/call hang", "tools/call delay delayMs=5"], PLACES.process).rules;
  expect(toClient?.toServer).toEqual([]);
  expect(toClient?.toClient.map(({ where }) => where)).toEqual(["$.inject[0]", "$.inject[1]"]);
});

test("both directions stand side by side, each rule under the id of its place", () => {
  const rules = [rule("hang"), rule("request_batch", { when: { direction: "to-server" } }), rule("hang")];
  expect(read(rules, PLACES.process).rules).toMatchObject({
    toClient: [{ rule: { id: "rule-1" } }, { rule: { id: "rule-3" } }],
    toServer: [{ rule: { id: "rule-2" } }],
  });
});

test.each([
  [
    "tools/call hagn",
    PLACES.process,
    undefined,
    '$.inject[0].inject[0].fault: unknown fault "hagn"; did you mean "hang"?',
  ],
  ["tools/call", PLACES.process, undefined, '$.inject[0]: Rule "tools/call" lacks a fault'],
  ["tool/call hang", PLACES.process, undefined, '$.inject[0].when.method: "tool/call" matches no method'],
  [
    "tools/call hang",
    PLACES.target,
    undefined,
    "$.inject[0].inject[0].fault: hang acts to-client only; the rule is for to-server",
  ],
  [
    "tools/call session_loss activation=after_response",
    PLACES.stdio,
    undefined,
    "$.inject[0].inject[0].fault: session_loss works on http-json, http-sse only, not on stdio",
  ],
  [
    "tools/call session_loss activation=after_response",
    PLACES.process,
    "2025-11-25",
    "$.inject[0].inject[0].fault: session_loss works on http-json, http-sse only, not on stdio; in process 2026-07-28 runs as over HTTP",
  ],
  [
    "tools/call session_loss activation=after_response",
    PLACES.http,
    undefined,
    "$.inject[0].inject: session_loss works in the legacy era only, not at 2026-07-28",
  ],
  [
    "tools/call wrong_content_length byBytes=1",
    PLACES.process,
    undefined,
    "$.inject[0].inject: wrong_content_length works with --transport http only, not in-process",
  ],
] as const)("%s is refused", (text, place, revision, problem) => {
  const { problems = [] } = read([text], place, revision);
  expect(problems.map((each) => each.slice(0, problem.length))).toEqual([problem]);
});

test("what a target sends is never changed", () => {
  const { problems } = read([rule("pass_through", { when: { direction: "to-client" } })], PLACES.target);
  expect(problems).toEqual([
    '$.inject[0].when.direction: found "to-client", allowed with a target is "to-server": what a target sends is never changed',
  ]);
});
