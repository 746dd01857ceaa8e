import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { REDACTED } from "../base/redact.ts";
import type { JsonObject } from "../protocol/json.ts";
import { answer, call, exchangeOf, record } from "./recording-fixture.ts";

describe("no secret", () => {
  test("is kept of credential headers, queries, and what repeats them", () => {
    const { tap, lines } = record();
    const exchange = exchangeOf({ transport: "http", method: "resources/read", name: "https://a/?token=planted-3" });
    const headers = [
      ["Authorization", "Bearer planted-1"],
      ["Cookie", "sid=planted-2"],
    ] as const;
    tap(
      { kind: "request", method: "POST", target: "/mcp?key=planted-4", headers },
      { exchange, direction: "to-server" },
    );
    tap(
      {
        kind: "head",
        shape: "http-json",
        status: 302,
        headers: [
          ["Location", "/x?code=planted-5"],
          ["Set-Cookie", "s=planted-6"],
        ],
      },
      { exchange },
    );
    const echo = { ...answer, text: "planted-1 planted-2 planted-3 planted-4 planted-5 planted-6" };
    tap({ kind: "bytes", bytes: JSON.stringify(echo), of: echo }, { exchange });
    tap({ kind: "raw", bytes: Buffer.from("HTTP/1.1 200 OK\r\nSet-Cookie: planted-7\r\n\r\n") });
    expect(lines).toHaveLength(5);
    expect(lines.join("\n")).not.toContain("planted");
  });

  test("is kept of a header whose value is wrapped, and one that holds none stays as it travelled", () => {
    const { tap, lines } = record();
    const wrapped = (text: string) => `=?base64?${Buffer.from(text).toString("base64")}?=`;
    const secret = wrapped("file:///x?token=planted-1");
    const headers = [
      ["Mcp-Name", secret],
      ["X-Lab", wrapped("Grüße")],
    ] as const;
    tap({ kind: "request", method: "POST", target: "/mcp", headers });
    const text = lines.join("\n");
    expect(text).toContain(wrapped("Grüße"));
    expect(text).toContain("file:///x?token=");
    for (const kept of ["planted", secret]) expect(text).not.toContain(kept);
  });

  test("is kept of the name of the very exchange whose headers tell it", () => {
    const { tap, lines } = record();
    const exchange = exchangeOf({ method: "m planted-1", name: "n planted-1 planted-2" });
    const headers = [["Authorization", "Bearer planted-1"]] as const;
    tap({ kind: "request", method: "POST", target: "/mcp?token=planted-2", headers }, { exchange });
    expect(lines).toHaveLength(2);
    expect(lines.join("\n")).not.toContain("planted");
  });

  test("is kept of a message that travels in pieces", () => {
    const { tap, lines, bytes } = record({ secrets: ["planted-secret"] });
    const message = { ...answer, text: "a planted-secret!" };
    const line = `${JSON.stringify(message)}\n`;
    const exchange = exchangeOf();
    const middle = line.indexOf("planted") + 3;
    tap({ kind: "bytes", bytes: line.slice(0, middle), of: message, more: true }, { exchange, fault: "split" });
    tap({ kind: "bytes", bytes: line.slice(middle), of: message }, { exchange, fault: "split" });
    tap({ kind: "bytes", bytes: line.slice(0, middle), of: message }, { exchange, fault: "cut" });
    expect(bytes()).toMatchObject([
      { length: middle, withheld: true, more: true },
      { length: line.length - middle, withheld: true, messages: [{ ...message, text: `a ${REDACTED}!` }] },
      { length: middle, withheld: true },
    ]);
    expect(lines.join("\n")).not.toMatch(/pla|nted/);
  });

  test("is kept of stderr that comes in chunks", () => {
    const { recorder, lines } = record({ secrets: ["planted-secret"] });
    for (const chunk of ["x plan", "ted-secret y", "\n"]) recorder.stderr("server", Buffer.from(chunk));
    expect(lines.at(-1)).toContain(`"text":"x ${REDACTED} y\\n"`);
  });

  const printable = fc.string({
    minLength: 8,
    maxLength: 24,
    unit: fc.constantFrom("a", "b", "X", "Y", "0", "9", "+", "/", " ", '"', "\\", "é", "€", "\n"),
  });

  test("is kept anywhere, whatever it is", () => {
    fc.assert(
      fc.property(
        printable.map((text) => `Q${text}Q`),
        (secret) => {
          const { tap, recorder, lines } = record({ secrets: [secret] });
          const message: JsonObject = { ...answer, [secret]: [secret, { text: JSON.stringify({ deep: secret }) }] };
          const stream = exchangeOf({ transport: "http" });
          stream.shape = "http-sse";
          const exchange = exchangeOf({ method: `m${secret}`, name: secret, request: { ...call, id: `i${secret}` } });
          tap(
            {
              kind: "request",
              method: secret,
              target: `/${encodeURIComponent(secret)}`,
              headers: [[secret, `x${secret}`]],
            },
            { exchange },
          );
          tap({ kind: "bytes", bytes: `${JSON.stringify(message)}\n`, of: message }, { exchange });
          tap({ kind: "bytes", bytes: Buffer.from(`\xff${secret}`, "utf8") }, { exchange });
          tap({ kind: "bytes", bytes: Buffer.concat([Buffer.from([255]), Buffer.from(secret)]) }, { exchange });
          tap({ kind: "raw", bytes: Buffer.from(Buffer.from(secret).toString("base64")) }, { exchange });
          tap({ kind: "comment", text: secret }, { exchange: stream });
          tap({ kind: "prime", id: secret }, { exchange: stream });
          recorder.started("server", [secret, `--x=${secret}`]);
          recorder.effect(1, secret, [secret], 1);
          const written = lines.slice(1).map((line) => JSON.parse(line) as Record<string, unknown>);
          for (const line of written) {
            const base64 = line["base64"];
            if (typeof base64 === "string") line["base64"] = Buffer.from(base64, "base64").toString("latin1");
            const texts = textsOf(line);
            const forms = [
              secret,
              Buffer.from(secret).toString("latin1"),
              JSON.stringify(secret).slice(1, -1),
              encodeURIComponent(secret),
              Buffer.from(secret).toString("base64"),
            ];
            for (const form of forms) expect(texts.filter((text) => text.includes(form))).toEqual([]);
          }
          expect(written).toHaveLength(9);
        },
      ),
      { numRuns: 60 },
    );
  });
});

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => [name, ...textsOf(member)]);
}
