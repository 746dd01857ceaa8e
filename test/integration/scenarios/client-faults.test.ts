import { describe, expect, test } from "vitest";
import { RULE_FAULTS } from "../../../src/faults/rule-faults.ts";
import { PING, reportOf } from "./run-own.ts";

const MODERN = { transport: undefined, protocolVersion: "2026-07-28" } as const;
const SESSION = { transport: "http", protocolVersion: "2025-11-25" } as const;
const LINES = { transport: undefined, protocolVersion: "2025-11-25" } as const;

const INVALID_REQUEST = { outcome: "error", error: { kind: "protocol_error", code: -32_600 } };
const INVALID_PARAMS = { outcome: "error", error: { kind: "protocol_error", code: -32_602 } };
const PARSE_ERROR = { outcome: "error", error: { kind: "protocol_error", code: -32_700 } };
const MISMATCH = { outcome: "error", error: { kind: "protocol_error", code: -32_020 } };
const REFUSED = { outcome: "error", error: { kind: "protocol_error", code: -32_000 } };
const NO_SESSION = { outcome: "error", error: { kind: "protocol_error", code: -32_001 } };
const HUNG_UP = { outcome: "error", error: { kind: "cancelled" } };
const NOBODY_ANSWERS = { outcome: "timeout" };
const SUCCESS = { outcome: "success" };

const REFUSED_OVER_HTTP: readonly string[] = ["id-null", "params-null", "params-list"];
const NOTIFICATIONS = ["lost", "renamed", "unknown", "as-request", "params-missing", ...REFUSED_OVER_HTTP];

type Way = typeof MODERN | typeof SESSION | typeof LINES;

/** What comes of the client's call under each fault, and from the lab's own server in each era. */
const CASES: readonly (readonly [fault: string, params: object, way: Way, expected: object])[] = [
  ["request_header", { header: "version", as: "missing" }, MODERN, MISMATCH],
  ["request_header", { header: "version", as: "wrong" }, SESSION, REFUSED],
  ["request_header", { header: "method", as: "wrong" }, MODERN, MISMATCH],
  ["request_header", { header: "name", as: "missing" }, MODERN, MISMATCH],
  ["request_header", { header: "name", as: "base64" }, MODERN, SUCCESS],
  ["request_header", { header: "name", as: "upper-case" }, MODERN, SUCCESS],
  ["request_header", { header: "accept", as: "missing" }, SESSION, REFUSED],
  ["request_header", { header: "content-type", as: "wrong" }, MODERN, REFUSED],
  ["request_header", { header: "content-type", as: "with-parameter" }, MODERN, SUCCESS],
  ["request_header", { header: "content-type", as: "upper-case-value" }, SESSION, SUCCESS],
  ["request_header", { header: "accept", as: "with-parameter" }, SESSION, SUCCESS],
  ["request_header", { header: "accept", as: "upper-case-value" }, SESSION, SUCCESS],
  ["request_header", { header: "accept", as: "any" }, SESSION, SUCCESS],
  ["request_header", { header: "session", as: "wrong" }, SESSION, NO_SESSION],
  ["foreign_origin", { header: "origin" }, MODERN, REFUSED],
  ["foreign_origin", { header: "origin", value: "other-port" }, SESSION, SUCCESS],
  ["foreign_origin", { header: "host", value: "look-alike" }, SESSION, REFUSED],
  ["request_envelope", { form: "missing-version" }, MODERN, INVALID_REQUEST],
  ["request_envelope", { form: "missing-version" }, LINES, INVALID_REQUEST],
  ["request_envelope", { form: "other-version" }, SESSION, INVALID_REQUEST],
  ["request_envelope", { form: "number-version" }, LINES, INVALID_REQUEST],
  ["request_envelope", { form: "number-method" }, LINES, INVALID_REQUEST],
  ["request_envelope", { form: "null-method" }, SESSION, INVALID_REQUEST],
  ["request_envelope", { form: "missing-method" }, LINES, NOBODY_ANSWERS],
  ["request_envelope", { form: "extra-member" }, MODERN, INVALID_REQUEST],
  ["request_params", { form: "progress-token-missing" }, MODERN, SUCCESS],
  ["request_id", { as: "missing" }, LINES, NOBODY_ANSWERS],
  ["request_id", { as: "null" }, MODERN, INVALID_REQUEST],
  ["request_id", { as: "fraction" }, SESSION, INVALID_REQUEST],
  ["request_id", { as: "object" }, LINES, NOBODY_ANSWERS],
  ["request_id", { as: "large" }, MODERN, SUCCESS],
  ["request_id", { as: "large" }, LINES, SUCCESS],
  ["request_id", { as: "empty" }, SESSION, SUCCESS],
  ["request_id", { as: "empty" }, LINES, SUCCESS],
  ["request_id", { as: "negative" }, LINES, SUCCESS],
  ["request_id", { as: "used-before" }, SESSION, SUCCESS],
  ["request_id", { as: "text" }, MODERN, SUCCESS],
  ["request_id", { as: "text" }, LINES, SUCCESS],
  ["request_version", { as: "missing" }, MODERN, INVALID_PARAMS],
  ["request_version", { as: "future" }, MODERN, MISMATCH],
  ["request_params", { form: "arguments-missing" }, MODERN, SUCCESS],
  ["request_params", { form: "arguments-text" }, LINES, INVALID_PARAMS],
  ["request_params", { form: "name-missing" }, SESSION, INVALID_PARAMS],
  ["request_params", { form: "list" }, LINES, INVALID_REQUEST],
  ["request_batch", { holds: "alone" }, MODERN, INVALID_REQUEST],
  ["request_batch", { holds: "nothing" }, SESSION, INVALID_REQUEST],
  ["request_batch", { holds: "twice" }, LINES, NOBODY_ANSWERS],
  ["broken_request", { form: "truncated" }, MODERN, PARSE_ERROR],
  ["broken_request", { form: "invalid-utf-8" }, SESSION, PARSE_ERROR],
  ["broken_request", { form: "null" }, MODERN, INVALID_REQUEST],
  ["broken_request", { form: "text" }, LINES, NOBODY_ANSWERS],
  ["request_closed_early", { after: "head" }, MODERN, HUNG_UP],
  ["request_closed_early", { after: "half" }, SESSION, HUNG_UP],
  ["request_closed_early", { after: "all" }, MODERN, HUNG_UP],
  ["slow_reader", { forMs: 100, everyMs: 20 }, LINES, SUCCESS],
  ["stray_message", { message: "request-again" }, LINES, SUCCESS],
  ["stray_message", { message: "cancel-other-type" }, LINES, SUCCESS],
  ["stray_message", { message: "response-broken", place: "before" }, LINES, SUCCESS],
  ["stray_message", { message: "second-initialize", place: "before" }, LINES, SUCCESS],
  ...NOTIFICATIONS.map((form) => ["client_notification", { form }, LINES, SUCCESS] as const),
  ...NOTIFICATIONS.filter((form) => !REFUSED_OVER_HTTP.includes(form)).map(
    (form) => ["client_notification", { form }, SESSION, SUCCESS] as const,
  ),
];

/** What the client's first message of this kind is in each run. */
const METHODS: Readonly<Record<string, string>> = { client_notification: "notifications/initialized" };

describe.each(CASES)("%s %j", (fault, params, { transport, protocolVersion }, expected) => {
  test(`at ${protocolVersion}, and the next call is healthy`, async () => {
    const when = { method: METHODS[fault] ?? "tools/call", direction: "to-server" };
    const scenario = { protocolVersion, ...PING, timeoutMs: 500, expect: expected, observe: PING };
    const report = await reportOf(
      { ...scenario, inject: [{ when, inject: [{ fault, with: params }] }] },
      { transport },
    );
    expect(report.failures).toEqual([]);
    expect(report.rules).toMatchObject([{ faults: [fault], fired: 1 }]);
  });
});

test.each(REFUSED_OVER_HTTP)(
  "a notification that is no valid one (%s) gets an answer of its own over HTTP",
  async (form) => {
    const inject = [
      {
        when: { method: "notifications/initialized", direction: "to-server" },
        inject: [{ fault: "client_notification", with: { form } }],
      },
    ];
    const report = await reportOf({ protocolVersion: "2025-11-25", ...PING, inject }, { transport: "http" });
    expect(report.failures).toEqual([expect.stringContaining("notifications/initialized: Invalid request")]);
  },
);

test("every fault of what a client sends is among them", () => {
  const ofClients = RULE_FAULTS.filter(({ direction }) => direction === "to-server").map(({ name }) => name);
  const tried = new Set(CASES.map(([fault]) => fault));
  expect(ofClients.filter((name) => !tried.has(name))).toEqual([]);
});
