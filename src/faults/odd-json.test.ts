import { expect, test } from "vitest";
import { oddJson } from "./odd-json.ts";
import { sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

type Form = Parameters<typeof oddJson.apply>[0]["form"];

const result = { content: [{ type: "text", text: 'say: "hi"\nplease, {now}' }], isError: false };
const send = async (form: Form) => sentText(await runFault(oddJson, { form }, { result }));
const usual = `${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n`;

test.each<Form>(["escaped", "duplicate-keys", "blanks", "reversed-members"])(
  "%s: the same message in other bytes",
  async (form) => {
    const text = await send(form);
    expect(text).not.toBe(usual);
    expect(JSON.parse(text)).toEqual(JSON.parse(usual));
  },
);

test("escaped: no letter of a text stands as it is", async () => {
  expect((await send("escaped")).replace(/\\u[0-9a-f]{4}/g, "")).toBe(
    '{"":"","":1,"":{"":[{"":"","":""}],"":false}}\n',
  );
});

test.each<[Form, string]>([
  ["duplicate-keys", '{"id":"mcp-failure-lab/first","jsonrpc":"1.0","jsonrpc":"2.0","id":1,'],
  ["lone-surrogate", '{"type":"text","text":"\\ud83d"}'],
  ["nul-character", '"before\\u0000after"'],
  ["line-separator", '"before\u2028after"'],
  ["prototype-key", ',"__proto__":{"polluted":true}}'],
])("%s", async (form, expected) => {
  const text = await send(form);
  expect(text).toContain(expected);
  expect(text.match(/\n/g)).toHaveLength(1);
});

test("deep: 1024 objects in each other, beside a text", async () => {
  const text = await send("deep");
  expect(text.match(/\{"a":/g)).toHaveLength(1_024);
  expect(JSON.parse(text)).toMatchObject({ result: { content: [{}, { type: "text", text: "deep" }] } });
});
