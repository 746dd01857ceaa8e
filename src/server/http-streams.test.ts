import { expect, it } from "vitest";
import { createFakeClock } from "../base/fake-clock.ts";
import type { Headers } from "../protocol/exchange.ts";
import { createFaultServer } from "./create-fault-server.ts";

const ACCEPT: Headers = [
  ["Content-Type", "application/json"],
  ["Accept", "application/json, text/event-stream"],
];
const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
const initialize = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params });

it.each([false, true])(
  "a stream that a fault has ended makes room for the next one, resumable: %s",
  async (resumable) => {
    const clock = createFakeClock();
    const rule = { when: { method: "$stream" }, inject: [{ fault: "stream_closed_at_once" }], times: 2 };
    const server = await createFaultServer({ version: "1.2.3", clock, resumable, rules: [{ rule, where: "rule" }] });
    const { port } = await server.http();
    const { signal } = new AbortController();
    const opened = await port.request({ method: "POST", headers: ACCEPT, body: initialize }, signal);
    const session = opened.headers.find(([name]) => name === "Mcp-Session-Id")?.[1] ?? "";
    const get = () => port.request({ method: "GET", headers: [...ACCEPT, ["Mcp-Session-Id", session]] }, signal);

    for (let attempt = 1; attempt <= 2; attempt++) {
      const answer = await get();
      expect(answer.status).toBe(200);
      for await (const chunk of answer.body) expect(chunk).toBeUndefined();
      await clock.advance(0);
    }
    expect((await get()).status).toBe(200);
    // The third one stays, so that there is no place for a fourth.
    expect((await get()).status).toBe(409);
    const closed = server.close();
    await clock.advance(2_000);
    await closed;
  },
);
