import { expect, test } from "vitest";
import { createFakeClock } from "../base/fake-clock.ts";
import { META_KEYS } from "../protocol/envelope.ts";
import type { JsonObject } from "../protocol/json.ts";
import { createFaultServer } from "./create-fault-server.ts";

const ENVELOPE = {
  [META_KEYS.protocolVersion]: "2026-07-28",
  [META_KEYS.clientInfo]: { name: "test", version: "1" },
  [META_KEYS.clientCapabilities]: {},
};

/** Calls ping again and again on one connection, under a rule for the first two calls. */
async function connect(form: string) {
  const clock = createFakeClock();
  const rule = {
    when: { method: "tools/call" },
    inject: [{ fault: "odd_result", with: { form } }],
    times: 2,
  };
  const server = await createFaultServer({ version: "1", serve: true, clock, rules: [{ rule, where: "rule" }] });
  const link = server.connect();
  let text = "";
  link.start({ data: (chunk) => void (text += chunk.toString()), end: () => undefined });
  return async (params: object): Promise<JsonObject> => {
    text = "";
    const call = { name: "ping", arguments: {}, ...params, _meta: ENVELOPE };
    link.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call })}\n`);
    await clock.advance(0);
    const message: unknown = JSON.parse(text);
    return message as JsonObject;
  };
}

test.each(["input-required-state-only", "input-required-large-state", "input-required-three"])(
  "%s: the state has to come back as it was, in each round",
  async (form) => {
    const call = await connect(form);
    const first = (await call({})).result as { requestState: string };
    const second = (await call({ requestState: first.requestState, inputResponses: {} })).result;
    expect(second).toMatchObject({ resultType: "input_required", requestState: first.requestState });
    const changed = `${first.requestState.slice(0, -1)}?`;
    expect(await call({ requestState: changed })).toMatchObject({ error: { code: -32_602 } });
    expect(await call({ requestState: first.requestState })).toMatchObject({ result: { resultType: "complete" } });
  },
);
