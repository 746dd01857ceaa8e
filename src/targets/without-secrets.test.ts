import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../protocol/json.ts";
import type { OperationResult, TargetSession } from "./adapter.ts";
import { withoutSecrets } from "./without-secrets.ts";

const SECRET = 'p@ss "wörd"/+=';
const operation = { name: "execute", correlationId: "1", budgetMs: 1, signal: new AbortController().signal } as const;

/** A session that says `text` wherever it can. */
function saying(text: string): TargetSession {
  const failure = { kind: "protocol_error", message: text, code: -1, data: { [text]: [text] } } as const;
  return {
    setUp: async () => ({
      outcome: "success",
      value: { name: text, version: text, protocolVersion: text, capabilities: { [text]: text }, transport: "stdio" },
    }),
    call: async ({ method }): Promise<OperationResult<JsonObject>> =>
      method === "fail"
        ? { outcome: "error", failure }
        : { outcome: "success", value: { content: [{ type: "text", text }], n: 5, none: null } },
    cleanUp: async () => ({ outcome: "error", failure }),
    stderrTail: () => text,
    observations: () => [{ kind: "notification", text }],
  };
}

/** Everything that a session tells, in one text. */
async function told(session: TargetSession): Promise<string> {
  return JSON.stringify([
    await session.setUp(operation),
    await session.call({ method: "x", params: {} }, operation),
    await session.call({ method: "fail", params: {} }, operation),
    await session.cleanUp(operation),
    session.stderrTail(),
    session.observations(),
  ]);
}

describe("nothing that is told holds a secret", () => {
  test.each([
    ["as it is", SECRET],
    ["inside other text", `before ${SECRET} after`],
    ["in Base64", Buffer.from(SECRET).toString("base64")],
    ["in Base64url", Buffer.from(SECRET).toString("base64url")],
    ["in the middle of Base64", Buffer.from(`user:${SECRET}!`).toString("base64")],
    ["encoded for a URL", encodeURIComponent(SECRET)],
    ["encoded for a URL in small letters", encodeURIComponent(SECRET).toLowerCase()],
    ["inside JSON", JSON.stringify({ key: SECRET })],
  ])("%s", async (_, text) => {
    const clean = await told(withoutSecrets(saying(text), [SECRET]));
    expect(clean).toContain("[redacted]");
    for (const form of [text, SECRET, "wörd", encodeURIComponent("wörd"), text.replace(/^before | after$/g, "")])
      expect(clean).not.toContain(form);
  });
});

describe("a secret that is a word of the protocol or of the lab", () => {
  const WORDS = [
    ...["outcome", "success", "value", "failure", "kind", "message", "code", "data", "protocol_error", "error"],
    ...[
      "name",
      "version",
      "protocolVersion",
      "capabilities",
      "transport",
      "stdio",
      "content",
      "type",
      "text",
      "notification",
    ],
  ];
  test.each(WORDS)("changes nothing but texts that hold it: %s", async (word) => {
    const told = async (session: TargetSession) => [
      await session.setUp(operation),
      await session.call({ method: "x", params: {} }, operation),
      await session.call({ method: "fail", params: {} }, operation),
      await session.cleanUp(operation),
      session.observations(),
    ];
    const said = await told(withoutSecrets(saying("something else"), [word]));
    expect(said).toEqual(await told(saying("something else")));
    const echoed = withoutSecrets(saying(`the ${word} of all`), [word]);
    const call = await echoed.call({ method: "fail", params: {} }, operation);
    expect(call).toMatchObject({ failure: { kind: "protocol_error", message: "the [redacted] of all" } });
    expect(echoed.stderrTail()).toBe("the [redacted] of all");
  });
});

describe("what is left of a secret where a text was cut", () => {
  const forms: [string, string][] = [
    ["as it is", SECRET],
    ["encoded for a URL", encodeURIComponent(SECRET)],
    ["every byte of it", [...Buffer.from(SECRET)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")],
    ["in Base64", Buffer.from(SECRET).toString("base64")],
    ["in the middle of Base64", Buffer.from(`u:${SECRET}`).toString("base64").slice(3)],
    ["inside JSON", JSON.stringify(SECRET).slice(1, -1)],
  ];
  test.each(forms)("goes, too: %s", async (_, form) => {
    for (let length = 4; length < form.length - 4; length++) {
      const clean = withoutSecrets(saying(`said ${form.slice(0, length)}… and more`), [SECRET]).stderrTail();
      expect(clean).toBe("said [redacted]… and more");
    }
  });

  test("and nothing else does", () => {
    const text = "a p@s… of a text, … p@ss 'x' that was cut…";
    expect(withoutSecrets(saying(text), [SECRET]).stderrTail()).toBe(text);
  });
});

test("what holds another secret goes as a whole", async () => {
  const clean = await told(withoutSecrets(saying("hunter2-and-more"), ["hunter2", "hunter2-and-more"]));
  expect(clean).not.toContain("and-more");
});

test("everything else stays as it came", async () => {
  const text = "code=200&token=abc Authorization: Bearer xyz";
  expect(await told(withoutSecrets(saying(text), [SECRET]))).toBe(await told(saying(text)));
  const session = saying("x");
  expect(withoutSecrets(session, [])).toBe(session);
});
