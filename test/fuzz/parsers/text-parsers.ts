import { Buffer } from "node:buffer";
import fc from "fast-check";
import { LabError } from "../../../src/base/errors.ts";
import { scanJson, positionOf } from "../../../src/base/json-scan.ts";
import { createRedactor } from "../../../src/base/redact.ts";
import { parseYaml } from "../../../src/base/yaml-document.ts";
import { headerValue } from "../../../src/client/header-value.ts";
import { decodeHeaderValue } from "../../../src/protocol/header-value.ts";
import { matchTemplate } from "../../../src/healthy/offers/resource.ts";
import { parseHistory } from "../../../src/history/parse.ts";
import { parseRuleText } from "../../../src/plan/rule-text.ts";
import { classify } from "../../../src/protocol/json-rpc.ts";
import { parseJson } from "../../../src/protocol/parse.ts";
import { anyText, mustHold, orOwnError, textNear } from "../inputs.ts";
import { defineParser } from "../parser.ts";

const MESSAGE =
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping","arguments":{"a":[1,"b",null]}}}';
const ANSWER = '{"jsonrpc":"2.0","id":"a","error":{"code":-32602,"message":"no","data":{"x":1.5e3}}}';
const DEPTH = 20;

export const messageText = defineParser<string>({
  name: "the text of a message",
  input: textNear(MESSAGE, ANSWER, '{"jsonrpc":"2.0","method":"notifications/initialized"}', "[1,[2,[3]]]"),
  read(text) {
    const parsed = parseJson(text);
    if ("problem" in parsed) mustHold(parsed.problem !== "", "a problem says what it is");
    else mustHold(classify(parsed.value).kind !== undefined, "every value is something");
  },
  growing: {
    brackets: (size) => "[".repeat(size * 2_000_000),
    "brackets in a text": (size) => JSON.stringify("[{".repeat(size * 500_000)),
    escapes: (size) => `"${'\\\\\\"'.repeat(size * 500_000)}"`,
    members: (size) => `{${Array.from({ length: size * 20_000 }, (_, i) => `"k${i}":0`).join()}}`,
  },
});

export const jsonText = defineParser<string>({
  name: "a JSON text, for its mistakes",
  input: textNear(MESSAGE, ANSWER, '{"a":{"b":1,"b":2},"\\u0061":[]}', '["\\ud83d\\ude00",-0.5E+3]'),
  read(text) {
    const { syntax, duplicates } = scanJson(text, DEPTH);
    let isJson = true;
    try {
      JSON.parse(text);
    } catch {
      isJson = false;
    }
    if (syntax?.message.startsWith("nested") !== true)
      mustHold(isJson === (syntax === undefined), "what is JSON to one parser is JSON to the other");
    for (const { offset } of [...duplicates, ...(syntax === undefined ? [] : [syntax])]) {
      const { line, column } = positionOf(text, offset);
      mustHold(offset >= 0 && offset <= text.length && line >= 1 && column >= 1, "a problem lies in the text");
    }
  },
  growing: {
    "a long text": (size) => `"${"x".repeat(size * 1_000_000)}"`,
    "escapes without end": (size) => `"${"\\n".repeat(size * 300_000)}`,
    digits: (size) => "1".repeat(size * 1_000_000),
    members: (size) => `{${Array.from({ length: size * 20_000 }, (_, i) => `"k${i}":0`).join()}}`,
    "one name again and again": (size) => `{${'"k":0,'.repeat(size * 50_000)}"k":0}`,
    "white space": (size) => `${" \n".repeat(size * 500_000)}1`,
  },
});

export const yamlText = defineParser<string>({
  name: "a YAML text",
  input: textNear(
    "name: a\ncall: {tool: ping, args: {}}\nexpect:\n  outcome: success\n",
    "rules:\n  - when: {method: '*'}\n    inject: [{fault: hang}]\n    times: always\n",
    "a: &x [1, 2]\nb: *x\nc: |\n  text\n  more\nd: !!str 1\n",
  ),
  read(text) {
    const { value, problems } = parseYaml(text);
    if (problems === undefined)
      mustHold(
        JSON.stringify(JSON.parse(JSON.stringify(value ?? null))) === JSON.stringify(value ?? null),
        "it is JSON data",
      );
    else mustHold(problems.length > 0 && problems.length <= 11, "problems are told, and not too many");
  },
  growing: {
    lines: (size) => "a".repeat(3) + Array.from({ length: size * 200 }, (_, i) => `k${i}: v${i}\n`).join(""),
    items: (size) => "- 1\n".repeat(size * 500),
  },
});

export const ruleText = defineParser<string>({
  name: "a rule as text",
  input: textNear(
    "tools/call:ping#2 hang",
    "*/list delay delayMs=5",
    'initialize http_status status=503 headers={"a":"b"}',
    "$open stderr_flood",
  ),
  read(text) {
    const rule = orOwnError("plan_load_failed", () => parseRuleText(text));
    if (!(rule instanceof LabError))
      mustHold(rule.inject.length === 1 && rule.when !== undefined, "it says what and when");
  },
  growing: { blanks: (size) => `a b${" ".repeat(size * 4_000)}`, pairs: (size) => `a b${" k=".repeat(size * 1_300)}` },
});

export const wrappedHeader = defineParser<string>({
  name: "the value of a header in Base64",
  input: fc.oneof(textNear("=?base64?cGluZw==?=", "=?base64?8J+YgA==?=", "ping", "=?base64??="), anyText),
  read(text) {
    decodeHeaderValue(text);
    // What one side writes the other side reads, for every text that can be written as UTF-8.
    const whole = Buffer.from(text).toString();
    mustHold(decodeHeaderValue(headerValue(whole)) === whole, "it comes back as it was");
  },
  growing: {
    "much of it": (size) => `=?base64?${"QUJD".repeat(size * 200_000)}?=`,
    "nearly all good": (size) => `=?base64?${"QUJD".repeat(size * 200_000)}!?=`,
    blanks: (size) => `a${" ".repeat(size * 500_000)}\u0001`,
  },
});

const SQUARES = "lab://squares/{n}";

export const templateUri = defineParser<string>({
  name: "a URI under a template",
  input: textNear("lab://squares/12", "test://template/a/data", "lab://squares/", "lab://squares/1/2?x#y"),
  read(uri) {
    const variables = matchTemplate(SQUARES, uri);
    if (variables !== undefined)
      mustHold(uri === SQUARES.replace("{n}", () => variables["n"] ?? ""), "it is filled in");
  },
  growing: { "a long part": (size) => `lab://squares/${"1".repeat(size * 2_000_000)}/` },
});

const HEADER = '{"kind":"header","schemaVersion":1,"toolVersion":"1.0.0","seed":1,"era":"both","transport":"http"}';

export const historyText = defineParser<string>({
  name: "the lines of a recording",
  input: textNear(HEADER, `${HEADER}\n`, `${HEADER}\n{"kind":"footer","entries":0}\n`, `${HEADER}\n{"kind":"frame"`),
  read(text) {
    const history = orOwnError("history_load_failed", () => parseHistory(text, "a file"));
    if (!(history instanceof LabError)) mustHold(Array.isArray(history.frames), "it has its frames");
  },
  growing: {
    "empty lines": (size) => `${HEADER}\n${"\n".repeat(size * 100_000)}`,
    "one long line": (size) => `${HEADER}\n{"kind":"${"x".repeat(size * 1_000_000)}"}\n`,
  },
});

export const redactedText = defineParser<string>({
  name: "a text that may hold secrets",
  input: textNear(
    "Authorization: Bearer abcdef",
    "https://user:hunter22@example.org/?token=abcdef&a=b",
    '{"password":"hunter22"}',
    "aHVudGVyMjI=",
  ),
  read(text) {
    const clean = createRedactor(["hunter22"]).text(text);
    mustHold(!clean.includes("hunter22"), "the secret is gone");
  },
  growing: {
    "almost a secret": (size) => "hunter2".repeat(size * 20_000),
    "almost credentials": (size) => "https://a:".repeat(size * 20_000),
    "one query": (size) => `?${"token=".repeat(size * 20_000)}`,
    "Base64 digits": (size) => "aHVudGVy".repeat(size * 20_000),
    "words before a colon": (size) => "Authorization: ".repeat(size * 10_000),
    blanks: (size) => `Authorization:${" ".repeat(size * 100_000)}`,
  },
});
