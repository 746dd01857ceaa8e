import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "./random.ts";
import { isPlainWord } from "./plain-words.ts";
import { createRedactor, REDACTED } from "./redact.ts";

const secret = 'p@ss/w+rd "1"\\é';
const redactor = createRedactor([secret]);
const percent = (text: string) => Array.from(Buffer.from(text), (byte) => `%${byte.toString(16)}`).join("");
const ascii = (json: string) =>
  json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

describe("a named secret is found", () => {
  test.each([
    ["as it is", secret],
    ["in JSON", JSON.stringify(secret).slice(1, -1)],
    ["in JSON of ASCII alone", ascii(JSON.stringify(secret)).slice(1, -1)],
    ["in JSON with escaped slashes", JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/")],
    ["in JSON within JSON", JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
    ["in JSON of ASCII within JSON", JSON.stringify(ascii(JSON.stringify(secret))).slice(3, -3)],
    ["in a URL", encodeURIComponent(secret)],
    ["in a URL, in lower case", encodeURIComponent(secret).toLowerCase()],
    ["in a form", encodeURIComponent(secret).replaceAll("%20", "+")],
    ["with every character percent-encoded", percent(secret)],
    ["in HTML", secret.replaceAll('"', "&quot;")],
  ])("%s", (_, text) => {
    expect(redactor.text(`before ${text} after`)).toBe(`before ${REDACTED} after`);
  });

  test.each(["base64", "base64url"] as const)("inside %s, wherever it begins", (encoding) => {
    for (const before of ["", "a", "ab", "abc", "user:"]) {
      for (const after of ["", "x", "xy", "xyz"]) {
        const text = Buffer.from(before + secret + after).toString(encoding);
        const left = redactor.text(text);
        expect(left).toContain(REDACTED);
        const kept = left.split(REDACTED).map((part) => Buffer.from(part, encoding).toString("latin1"));
        for (const part of kept) expect(Buffer.from(secret).toString("latin1")).not.toContain(part.slice(-2) || "?");
      }
    }
  });

  test("in each line of a secret that has several", () => {
    const pem = createRedactor(["-----BEGIN KEY-----\nabcdefghijkl\nmnopqrstuvwx\n-----END KEY-----"]);
    expect(pem.text("debug: mnopqrstuvwx")).toBe(`debug: ${REDACTED}`);
  });

  test("with its padding, as a whole", () => {
    expect(createRedactor(["abcd"]).text(`Basic ${Buffer.from("abcd").toString("base64")}`)).toBe(`Basic ${REDACTED}`);
  });

  test.each(["\n", "\r", "\t", "\b", "\f"])("when JSON escapes %j in it", (character) => {
    const text = JSON.stringify(`ab${character}cd`).slice(1, -1);
    expect(createRedactor([`ab${character}cd`]).text(text)).toBe(REDACTED);
  });

  test("when its middle is escaped by JSON of ASCII within JSON", () => {
    expect(createRedactor(["abécd"]).text("x ab\\\\u00e9cd y")).toBe(`x ${REDACTED} y`);
  });

  test("when another secret is its beginning", () => {
    expect(createRedactor(["abcd", "abcdefgh"]).text("abcdefgh")).toBe(REDACTED);
  });

  test("in bytes that are not text", () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xc3]), Buffer.from(secret), Buffer.from([0x80])]);
    const left = Buffer.from(redactor.bytes(bytes)).toString("latin1");
    expect(left).toBe(`\u00ff\u00c3${REDACTED}\u0080`);
  });
});

test("bytes and JSON without a secret are the same object", () => {
  const bytes = Buffer.from([1, 2, 255]);
  const json = { a: [1, "two", { three: null }], b: true };
  expect(redactor.bytes(bytes)).toBe(bytes);
  expect(redactor.json(json)).toBe(json);
});

test("a value under four characters is not a secret, and says so", () => {
  const short = createRedactor();
  expect(short.add("abc")).toBe(false);
  expect(short.text("abc")).toBe("abc");
  expect(short.add("abcd")).toBe(true);
  expect(short.text("abcd")).toBe(REDACTED);
});

describe("secret without being named", () => {
  test.each([
    ["/mcp?access_token=abc&x=1", `/mcp?access_token=${REDACTED}&x=1`],
    ["/mcp?x=1&API-Key=abc", `/mcp?x=1&API-Key=${REDACTED}`],
    ["/cb?code=1234#state=2", `/cb?code=${REDACTED}#state=2`],
    ["https://a/b#access_token=abc", `https://a/b#access_token=${REDACTED}`],
    ["/mcp?pass%77ord=abc", `/mcp?pass%77ord=${REDACTED}`],
    ["grant_type=x&client_secret=abc", `grant_type=x&client_secret=${REDACTED}`],
    ['"https://a/?x=1\\u0026token=abc"', `"https://a/?x=1\\u0026token=${REDACTED}"`],
    ["https://user:pass@a/b", `https://${REDACTED}@a/b`],
    ["Authorization: Bearer abc\r\nHost: a", `Authorization: ${REDACTED}\r\nHost: a`],
    ['proxy-authorization: Digest username="u", response="r"\nx', `proxy-authorization: ${REDACTED}\nx`],
    ["set-cookie: a=b; Path=/", `set-cookie: ${REDACTED}`],
    ['{"cookie":"a=b","x":1}', `{"cookie":"${REDACTED}","x":1}`],
    ['["Cookie","a=\\"b\\"","x"]', `["Cookie","${REDACTED}","x"]`],
    ['"{\\"authorization\\":\\"Bearer abc\\",\\"x\\":1}"', `"{\\"authorization\\":\\"${REDACTED}\\",\\"x\\":1}"`],
  ])("%s", (text, left) => {
    expect(createRedactor().text(text)).toBe(left);
  });

  test.each(["?rule=tools/call%20status%20code=503", "?x=token", "the key is under the mat", "?monk=1&x=2"])(
    "not %s",
    (text) => {
      expect(createRedactor().text(text)).toBe(text);
    },
  );

  test("the four headers, and what of them comes back elsewhere", () => {
    const basic = Buffer.from("user:longpassword").toString("base64");
    const sent = [
      ["Authorization", "Bearer tokentoken"],
      ["Proxy-Authorization", `Basic ${basic}`],
      ["COOKIE", "sid=cookievalue; b=c"],
      ["set-cookie", 'sid="setcookievalue"; Path=/'],
      ["Location", "https://a/?code=codecode"],
      ["Mcp-Session-Id", "0123456789"],
    ] as const;
    const learning = createRedactor();
    expect(learning.headers(sent)).toEqual([
      ["Authorization", REDACTED],
      ["Proxy-Authorization", REDACTED],
      ["COOKIE", REDACTED],
      ["set-cookie", REDACTED],
      ["Location", `https://a/?code=${REDACTED}`],
      ["Mcp-Session-Id", "0123456789"],
    ]);
    expect(learning.text(`tokentoken longpassword cookievalue setcookievalue codecode ${basic} 0123456789`)).toBe(
      `${[1, 2, 3, 4, 5, 6].map(() => REDACTED).join(" ")} 0123456789`,
    );
  });

  test("what was only seen is forgotten, oldest first, when there is much of it", () => {
    const learning = createRedactor();
    for (let i = 0; i < 300; i++) learning.headers([["Authorization", `tokennumber${i}x`]]);
    expect(learning.text("tokennumber0x tokennumber299x")).toBe(`tokennumber0x ${REDACTED}`);
  });
});

test("JSON: strings, numbers, names of members, members and lists named like a header", () => {
  const redact = createRedactor(["hunter22", "123456"]);
  expect(
    redact.json({
      text: "say hunter22!",
      n: 123456,
      m: 12,
      hunter22: null,
      headers: { Authorization: "Bearer x", cookie: ["a=b"], authorization: { scheme: "none" } },
      rawHeaders: ["Host", "a", "Cookie", "a=b"],
    }),
  ).toEqual({
    text: `say ${REDACTED}!`,
    n: REDACTED,
    m: 12,
    [REDACTED]: null,
    headers: { Authorization: REDACTED, cookie: [REDACTED], authorization: { scheme: "none" } },
    rawHeaders: ["Host", "a", "Cookie", REDACTED],
  });
});

test("arguments: named secrets, options named like a credential, headers", () => {
  const argv = [
    "run",
    "--api-key",
    "abc",
    "--token=a b",
    "--verbose",
    "-H",
    "Authorization: Bearer abc",
    "hunter22",
    "--code",
    "-x",
  ];
  expect(createRedactor(["hunter22"]).argv(argv)).toEqual([
    "run",
    "--api-key",
    REDACTED,
    `--token=${REDACTED}`,
    "--verbose",
    "-H",
    `Authorization: ${REDACTED}`,
    REDACTED,
    "--code",
    "-x",
  ]);
});

test("a secret that is a word of the protocol goes from longer texts, and stays where it stands for itself", () => {
  const redact = createRedactor(["method", "tools/call"]);
  const message = { method: "tools/call", params: { name: "the method", about: ["method", "tools/call?"] } };
  expect(redact.json(message)).toEqual({
    method: "tools/call",
    params: { name: `the ${REDACTED}`, about: ["method", `${REDACTED}?`] },
  });
});

describe("for any secret", () => {
  const secrets = fc.string({ unit: "binary", minLength: 4, maxLength: 200 }).filter((text) => !isPlainWord(text));

  test("no usual encoding of it is left, whatever stands around it", () => {
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (any, before, after) => {
        const redact = createRedactor([any]);
        for (const form of [
          any,
          JSON.stringify(any).slice(1, -1),
          encodeURIComponent(any),
          Buffer.from(any).toString("base64"),
          Buffer.from(any).toString("base64url"),
        ]) {
          expect(redact.text(`${before} ${form} ${after}`)).not.toContain(form);
        }
        expect(JSON.stringify(redact.json({ [any]: [any, { before: `${before}${any}` }] }))).not.toContain(
          JSON.stringify(any).slice(1, -1),
        );
      }),
    );
  });

  test("text is redacted once and for all", () => {
    fc.assert(
      fc.property(secrets, fc.string(), (any, text) => {
        const redact = createRedactor([any]);
        const once = redact.text(text + any);
        expect(redact.text(once)).toBe(once);
      }),
    );
  });
});

test.each([1_025, 1_300, 5_000, 120_000])("a secret of %d characters goes as a whole", (length) => {
  const random = createRandom(1);
  const long = Array.from({ length }, () => Math.floor(random.next() * 36).toString(36)).join("");
  for (const [redact, text] of [
    [createRedactor([long]), long],
    [createRedactor(), `/?token=${long} and ${long}`],
    [createRedactor([long]), JSON.stringify({ long })],
    [createRedactor([long]), Buffer.from(`ab${long}c`).toString("base64")],
  ] as const) {
    const left = redact.text(`before ${text} after`);
    expect(left.replaceAll(REDACTED, "").length).toBeLessThan(60 + (length / 512) * 4);
  }
});

test("long and hostile texts do not make it run for ever", () => {
  const redact = createRedactor(["x".repeat(5_000), "\\".repeat(100), "aaaa".repeat(30)]);
  for (const piece of ["?key", 'authorization:"', 'cookie: a="', "://", "\\", "a", '"cookie":"', "\\u0026", "/"]) {
    const text = piece.repeat(65_536 / piece.length);
    expect(redact.text(text).length).toBeLessThanOrEqual(text.length * 4);
  }
});
