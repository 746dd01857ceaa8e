import { describe, expect, test } from "vitest";
import { classify, error } from "../protocol/json-rpc.ts";
import { malformedMessage } from "./malformed-message.ts";
import { runFault } from "./testing/run-fault.ts";

const TAGS = { "missing-jsonrpc": undefined, "invalid-jsonrpc-version": "1.0", "result-with-error": "2.0" };
const ADDED = {
  "missing-jsonrpc": undefined,
  "invalid-jsonrpc-version": undefined,
  "result-with-error": { code: -32603, message: "Both a result and an error" },
};
const healthy = { jsonrpc: "2.0", id: 1, result: { content: [] } };

describe.each(malformedMessage.examples)("$variant", ({ variant }) => {
  test("breaks its one rule and keeps the result", async () => {
    const { messages } = await runFault(malformedMessage, { variant }, { result: healthy.result });
    expect(messages).toHaveLength(1);
    const message = messages[0] ?? {};
    expect(classify(message).kind).toBe("invalid");
    const { jsonrpc, error: added, ...rest } = message;
    expect(rest).toEqual({ id: 1, result: healthy.result });
    expect(jsonrpc).toBe(TAGS[variant]);
    expect(added).toEqual(ADDED[variant]);
    expect(Object.hasOwn(message, "jsonrpc")).toBe(variant !== "missing-jsonrpc");
  });

  test("leaves notifications as they are", async () => {
    const log = { jsonrpc: "2.0", method: "notifications/message", params: {} };
    const { frames } = await runFault(malformedMessage, { variant }, { before: [log] });
    expect(frames.map(({ fault }) => fault)).toEqual([undefined, "malformed_message"]);
  });
});

test("an error answer gets the result that is missing", async () => {
  const refusal = error(1, -32602, "no such tool");
  const transform = malformedMessage.apply({ variant: "result-with-error" });
  const frames = (async function* () {
    yield { kind: "message", message: refusal } as const;
  })();
  // The variant asks nothing of the wire.
  for await (const frame of transform(frames, undefined as never))
    expect(frame).toEqual({ kind: "message", message: { ...refusal, result: {} } });
  expect.assertions(1);
});
