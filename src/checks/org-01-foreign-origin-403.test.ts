import { expect, test } from "vitest";
import { foreignOrigin403 } from "./org-01-foreign-origin-403.ts";
import { startTalk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const REVISIONS = ["2025-11-25", "2026-07-28"] as const;

/** A request that says where it comes from, and its answer. */
function asksFrom(origin: string | undefined, status: number, more: { fault?: string; revision?: string } = {}) {
  const { fault, revision = "2025-11-25" } = more;
  const talk = startTalk({ transport: "http", revision: revision as "2025-11-25" });
  const headers = { host: "lab.example:3000", ...(origin === undefined ? {} : { origin }) };
  const asked = talk.client.asks(1, "tools/list", {}, { headers });
  const answer =
    status === 200
      ? talk.server.answers(1, {}, { ...(fault === undefined ? {} : { fault }) })
      : talk.server.refuses(status, { on: 1, ...(fault === undefined ? {} : { fault }) });
  return { talk, asked, answer };
}

test.each(
  REVISIONS.flatMap((revision) =>
    ["http://evil.example", "null", "http://127.0.0.1.evil.example"].map((o) => [revision, o]),
  ),
)("%s, obeyed: a page of %s gets 403", (revision, origin) => {
  const { talk, asked, answer } = asksFrom(origin, 403, { revision });
  expect(verdictOf(foreignOrigin403, talk)).toEqual({ verdict: "obeyed", evidence: [asked - 1, answer] });
});

test.each(
  ["http://evil.example", "http://127.0.0.1.evil.example:80", "https://page.invalid", "null"].flatMap((origin) =>
    [200, 202, 500].map((status) => [origin, status] as const),
  ),
)("violated: a page of %s gets %d", (origin, status) => {
  const { talk } = asksFrom(origin, status);
  expect(verdictOf(foreignOrigin403, talk).verdict).toBe("violated");
});

test.each(["https://app.example.com", "http://10.0.0.1:3000", "http://example", "https://invalid.org"])(
  "inconclusive: the server may have been told to serve %s",
  (origin) => {
    const { talk, asked, answer } = asksFrom(origin, 200);
    expect(verdictOf(foreignOrigin403, talk)).toEqual({
      verdict: "inconclusive",
      evidence: [asked - 1, answer - 1],
    });
    expect(verdictOf(foreignOrigin403, asksFrom(origin, 403).talk).verdict).toBe("obeyed");
  },
);

test.each([400, 401, 404, 405, 503])("inconclusive: %d may have another reason", (status) => {
  const { talk } = asksFrom("null", status);
  expect(verdictOf(foreignOrigin403, talk).verdict).toBe("inconclusive");
});

test.each([
  undefined,
  "http://localhost:6274",
  "https://127.0.0.1",
  "http://[::1]:1",
  "http://lab.example",
  "no address",
])("not exercised: %s is no origin from elsewhere", (origin) => {
  const { talk } = asksFrom(origin, 200);
  expect(verdictOf(foreignOrigin403, talk).verdict).toBe("not-exercised");
});

test("what a fault answered is not the server's", () => {
  const { talk } = asksFrom("null", 500, { fault: "http_status" });
  expect(verdictOf(foreignOrigin403, talk).verdict).toBe("not-exercised");
});
