import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { connectedOverHttp, connectedOverLink, ERAS, MODERN, signal } from "./harness.ts";

/** A JSON value that is like a message, more or less. */
const messageLike = fc.record(
  {
    jsonrpc: fc.oneof(fc.constant("2.0"), fc.jsonValue()),
    id: fc.oneof(fc.constantFrom<unknown>(1, 2, 3, "2", 2.5, null), fc.jsonValue()),
    method: fc.oneof(fc.constantFrom("ping", "notifications/progress", "notifications/cancelled"), fc.jsonValue()),
    params: fc.oneof(
      fc.record({ progressToken: fc.constantFrom("progress-2", "x"), progress: fc.jsonValue() }),
      fc.jsonValue(),
    ),
    result: fc.jsonValue(),
    error: fc.oneof(fc.record({ code: fc.jsonValue(), message: fc.jsonValue() }), fc.jsonValue()),
  },
  { requiredKeys: [] },
);
const line = fc.oneof(
  messageLike.map((value) => Buffer.from(JSON.stringify(value))),
  fc.array(messageLike, { maxLength: 3 }).map((value) => Buffer.from(JSON.stringify(value))),
  fc.json().map((text) => Buffer.from(text)),
  fc.string({ unit: "binary" }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
);

describe.each(ERAS)("whatever a server writes at %s", (revision) => {
  test("a call ends once, as a success or as data, and the next one works", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
        const { client, peer, clock } = await connectedOverLink(revision);
        const call = client.request("tools/call", { name: "x" }, { signal });
        const { id } = await peer.nextOf("tools/call");
        peer.write(Buffer.concat(lines.flatMap((bytes) => [bytes, Buffer.from("\n")])));
        peer.send({ jsonrpc: "2.0", id, result: { resultType: "complete", last: true } });
        const outcome = await call;
        expect(outcome.ok || ["invalid_message", "protocol_error"].includes(outcome.failure.kind)).toBe(true);
        const next = client.request("tools/list", {}, { signal });
        const later = await peer.nextOf("tools/list");
        peer.send({ jsonrpc: "2.0", id: later["id"], result: { resultType: "complete", tools: [] } });
        expect(await next).toMatchObject({ ok: true });
        expect(await client.close({ signal })).toBeUndefined();
        expect(clock.pending).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});

test("whatever stands on an event stream, or in a body, of whatever type, a call ends", async () => {
  const types = ["application/json", "text/event-stream", "text/plain", ""];
  let play: { type: string; status: number; body: Buffer } | undefined;
  await using http = await connectedOverHttp(MODERN, ({ response }) => {
    const headers = play === undefined || play.type === "" ? {} : { "content-type": play.type };
    response.writeHead(play?.status ?? 200, headers).end(play?.body);
  });
  const piece = fc.oneof(
    line,
    fc
      .constantFrom("data: ", "\n\n", "\r", "id: 1\n", "event: message\n", ": x\n", "retry: 0\n")
      .map((text) => Buffer.from(text)),
  );
  const body = fc.array(piece, { maxLength: 10 }).map((pieces) => Buffer.concat(pieces));
  const status = fc.constantFrom(200, 201, 206, 400, 404, 500, 503);
  await fc.assert(
    fc.asyncProperty(fc.record({ type: fc.constantFrom(...types), status, body }), async (played) => {
      play = played;
      const outcome = await http.client.request("tools/call", { name: "x" }, { signal });
      expect(outcome.ok ? "success" : outcome.failure.kind).toMatch(
        /^(success|invalid_message|protocol_error|transport_loss)$/,
      );
    }),
    { numRuns: 300 },
  );
});
