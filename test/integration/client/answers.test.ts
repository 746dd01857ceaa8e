import { describe, expect, test } from "vitest";
import { connectedOverHttp, connectedOverLink, ERAS, LEGACY, MODERN, noticed, signal } from "./harness.ts";

type Answer = Record<string, unknown>;

/** What breaks JSON-RPC or the era, and what the failure has to say. */
const BROKEN: [string, (id: number) => Answer, string][] = [
  ["no jsonrpc", (id) => ({ id, result: {} }), '"jsonrpc" must be "2.0"'],
  ["another jsonrpc", (id) => ({ jsonrpc: "1.0", id, result: {} }), '"jsonrpc" must be "2.0"'],
  ["both", (id) => ({ jsonrpc: "2.0", id, result: {}, error: { code: 1, message: "m" } }), "not both"],
  ["a null error beside", (id) => ({ jsonrpc: "2.0", id, result: {}, error: null }), "not both"],
  ["neither", (id) => ({ jsonrpc: "2.0", id }), 'it has neither "result" nor "error"'],
  ["a strange member", (id) => ({ jsonrpc: "2.0", id, result: {}, extra: 1 }), 'unknown member "extra"'],
  ["a list as result", (id) => ({ jsonrpc: "2.0", id, result: [] }), '"result" must be an object'],
  ["a null result", (id) => ({ jsonrpc: "2.0", id, result: null }), '"result" must be an object'],
  ["a text as error", (id) => ({ jsonrpc: "2.0", id, error: "no" }), '"error" must be an object'],
  [
    "an error without code",
    (id) => ({ jsonrpc: "2.0", id, error: { message: "m" } }),
    '"error.code" must be a whole number',
  ],
  [
    "a code that is text",
    (id) => ({ jsonrpc: "2.0", id, error: { code: "1", message: "m" } }),
    '"error.code" must be a whole number',
  ],
  [
    "a fraction as code",
    (id) => ({ jsonrpc: "2.0", id, error: { code: 1.5, message: "m" } }),
    '"error.code" must be a whole number',
  ],
  [
    "an error without message",
    (id) => ({ jsonrpc: "2.0", id, error: { code: 1 } }),
    '"error.message" must be a string',
  ],
  ["a method beside the result", (id) => ({ jsonrpc: "2.0", id, method: "x", result: {} }), 'unknown member "result"'],
  ["no jsonrpc, and the id as text", (id) => ({ id: String(id), result: {} }), '"jsonrpc" must be "2.0"'],
  [
    "the id as text",
    (id) => ({ jsonrpc: "2.0", id: String(id), result: {} }),
    `the answer's "id" is the string "2", not the number 2`,
  ],
];

describe("an answer that breaks JSON-RPC settles its call at once", () => {
  test.each(BROKEN)("%s, over stdio", async (_, broken, says) => {
    for (const revision of ERAS) {
      const { client, peer } = await connectedOverLink(revision);
      const call = client.request("tools/call", { name: "x" }, { signal });
      const { id } = await peer.nextOf("tools/call");
      peer.send(broken(id));
      expect(await call).toEqual({
        ok: false,
        failure: { kind: "invalid_message", message: expect.stringContaining(says) },
      });
      await client.close({ signal });
    }
  });

  test.each(BROKEN)("%s, as a JSON body and on an event stream", async (_, broken, says) => {
    for (const revision of ERAS) {
      for (const shape of ["json", "stream"]) {
        await using http = await connectedOverHttp(revision, (request) => {
          if (shape === "json") request.json(broken(request.message.id));
          else request.stream();
          if (shape === "stream") request.event(broken(request.message.id)); // and the stream stays open
        });
        const outcome = await http.client.request("tools/call", { name: "x" }, { signal });
        expect(outcome).toMatchObject({
          ok: false,
          failure: { kind: "invalid_message", message: expect.stringContaining(says) },
        });
      }
    }
  });
});

test.each([
  ["missing", {}, 'the result has no "resultType"'],
  ["unknown", { resultType: "task" }, '"resultType" is the string "task", not "complete" or "input_required"'],
  ["no string", { resultType: 1 }, '"resultType" is the number 1, not "complete" or "input_required"'],
])("a resultType that is %s counts in the modern era alone", async (_, result, message) => {
  for (const revision of ERAS) {
    const { client, peer } = await connectedOverLink(revision);
    const call = client.request("tools/call", { name: "x" }, { signal });
    peer.send({ jsonrpc: "2.0", id: (await peer.nextOf("tools/call"))["id"], result });
    const expected =
      revision === LEGACY ? { ok: true, value: result } : { ok: false, failure: { kind: "invalid_message", message } };
    expect(await call).toEqual(expected);
    await client.close({ signal });
  }
});

test("a result that asks for input is handed on as it came", async () => {
  const { client, peer } = await connectedOverLink(MODERN);
  const call = client.request("tools/call", { name: "x" }, { signal });
  const result = { resultType: "input_required", requestState: "s" };
  peer.send({ jsonrpc: "2.0", id: (await peer.nextOf("tools/call"))["id"], result });
  expect(await call).toEqual({ ok: true, value: result });
});

test.each(ERAS)("a JSON-RPC error is told with code and data at %s", async (revision) => {
  const { client, peer } = await connectedOverLink(revision);
  const call = client.request("tools/call", { name: "x" }, { signal });
  const error = { code: -32602, message: "no such tool", data: { name: "x" } };
  peer.send({ jsonrpc: "2.0", id: (await peer.nextOf("tools/call"))["id"], error });
  expect(await call).toEqual({ ok: false, failure: { kind: "protocol_error", ...error } });
});

describe("batches", () => {
  test("are part of 2025-03-26", async () => {
    const { client, peer } = await connectedOverLink("2025-03-26");
    const [one, two] = ["a", "b"].map((name) => client.request("tools/call", { name }, { signal }));
    const [first, second] = [await peer.nextOf("tools/call"), await peer.nextOf("tools/call")];
    peer.send([second, first].map(({ id }) => ({ jsonrpc: "2.0", id, result: { id } })));
    expect([await one, await two]).toMatchObject([{ value: { id: first["id"] } }, { value: { id: second["id"] } }]);
  });

  test.each(["2025-06-18", LEGACY, MODERN] as const)("are no part of %s", async (revision) => {
    const { client, peer } = await connectedOverLink(revision);
    const call = client.request("tools/call", { name: "x" }, { signal });
    peer.send([{ jsonrpc: "2.0", id: (await peer.nextOf("tools/call"))["id"], result: { resultType: "complete" } }]);
    const message = `the answer came in a JSON array, and ${revision} has no batches`;
    expect(await call).toEqual({ ok: false, failure: { kind: "invalid_message", message } });
  });
});

describe("answers to many calls", () => {
  test.each(ERAS)("find their calls in whatever order they come at %s", async (revision) => {
    const { client, peer } = await connectedOverLink(revision);
    const calls = Array.from({ length: 50 }, (_, n) =>
      client.request("tools/call", { name: `t${n}` }, { signal: new AbortController().signal }),
    );
    const requests = [];
    for (const _ of calls) requests.push(await peer.nextOf("tools/call"));
    expect(new Set(requests.map(({ id }) => id)).size).toBe(50);
    const lines = requests
      .reverse()
      .map(({ id, params }) =>
        JSON.stringify({ jsonrpc: "2.0", id, result: { name: params.name, resultType: "complete" } }),
      );
    peer.write(lines.join("\n") + "\n");
    const outcomes = await Promise.all(calls);
    expect(outcomes.map((outcome) => outcome.ok && outcome.value["name"])).toEqual(calls.map((_, n) => `t${n}`));
    expect(noticed(client)).toEqual([]);
  });
});
