import { expect, test } from "vitest";
import { lineForm } from "./line-form.ts";
import { sentText, writes } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([
  ["crlf", /^\{.*\}\r\n$/],
  ["blank-lines", /^\n\r\n\{.*\}\n\n$/],
  ["spaces", /^ {2}\{.*\} \t\n$/],
  ["pretty-print", /^\{\n {2}"jsonrpc": "2.0",\n/],
  ["length-header", /^Content-Length: 81\r\n\r\n\{.*\}\n$/],
] as const)("%s", async (form, expected) => {
  const run = await runFault(lineForm, { form });
  expect(sentText(run)).toMatch(expected);
});

test.each(["crlf", "spaces", "pretty-print"] as const)("%s changes nothing of the message", async (form) => {
  const run = await runFault(lineForm, { form });
  expect(JSON.parse(sentText(run))).toMatchObject({ jsonrpc: "2.0", id: 1, result: { content: [{}] } });
});

test.each(["crlf", "blank-lines", "spaces", "pretty-print", "length-header"] as const)(
  "%s leaves the pieces of a message as they are that another fault has cut",
  async (form) => {
    const pieces = async function* () {
      yield { kind: "bytes", bytes: '{"a":', of: {}, more: true } as const;
      yield { kind: "bytes", bytes: "1}\n", of: {} } as const;
      yield { kind: "bytes", bytes: '{"b":2}\n', of: {} } as const;
    };
    const whole = await runFault(
      { ...lineForm, apply: () => (_, wire) => lineForm.apply({ form })(pieces(), wire) },
      { form },
    );
    const [first, last, next] = writes(whole);
    expect([first, last]).toEqual(['{"a":', "1}\n"]);
    expect(next).not.toBe('{"b":2}\n');
  },
);

test("pretty-print leaves what is no JSON any more", async () => {
  const broken = async function* () {
    yield { kind: "bytes", bytes: '{"a":\n', of: {} } as const;
  };
  const run = await runFault(
    { ...lineForm, apply: () => (_, wire) => lineForm.apply({ form: "pretty-print" })(broken(), wire) },
    { form: "pretty-print" },
  );
  expect([sentText(run), run.errors]).toEqual(['{"a":\n', []]);
});
