import { describe, expect, test } from "vitest";
import { MAX_CLIENT_MESSAGE_BYTES } from "../../../src/base/limits.ts";
import { connectedOverHttp, connectedOverLink, ERAS, LEGACY, MODERN, noticed, signal } from "./harness.ts";

const complete = (id: unknown, more: object = {}) => ({
  jsonrpc: "2.0",
  id,
  result: { resultType: "complete", ...more },
});
const progress = (progressToken: unknown, value: unknown) => ({
  jsonrpc: "2.0",
  method: "notifications/progress",
  params: { progressToken, progress: value },
});

describe.each(ERAS)("what is no answer leaves the connection as it was at %s", (revision) => {
  test.each([
    ["a banner", "Server listening\n", "unreadable: it is not valid JSON: Server listening"],
    [
      "JSON cut in the middle",
      '{"jsonrpc":"2.0","id":2,"resu\n',
      'unreadable: it is not valid JSON: {"jsonrpc":"2.0","id":2,"resu',
    ],
    ["a text in JSON", '"hello"\n', 'invalid_message: a JSON-RPC message must be an object: "hello"'],
    ["an empty object", "{}\n", 'invalid_message: "jsonrpc" must be "2.0": {}'],
    [
      "an answer to nobody",
      '{"jsonrpc":"2.0","id":77,"result":{}}\n',
      'unknown_id: a result for a call that was never made: "id" is the number 77',
    ],
    [
      "an error to nobody",
      '{"jsonrpc":"2.0","id":"x","error":{"code":-1,"message":""}}\n',
      'unknown_id: an error (-1) for a call that was never made: "id" is the string "x"',
    ],
    [
      "an error without id",
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":""}}\n',
      'unknown_id: an error (-32700) for a call that was never made: "id" is null',
    ],
    [
      "a result without id",
      '{"jsonrpc":"2.0","result":{}}\n',
      'invalid_message: "id" must be a string or a whole number: {"jsonrpc":"2.0","result":{}}',
    ],
    ["an empty list", "[]\n", "invalid_message: a JSON array of 0 values"],
    [
      "nesting without end",
      `${"[".repeat(100_000)}\n`,
      `unreadable: it is nested deeper than 512 levels: ${"[".repeat(120)}…`,
    ],
  ])("%s", async (_, line, expected) => {
    const { client, peer } = await connectedOverLink(revision);
    const call = client.request("tools/call", { name: "x" }, { signal });
    const { id } = await peer.nextOf("tools/call");
    peer.write(line);
    peer.send(complete(id));
    expect(await call).toMatchObject({ ok: true });
    expect(noticed(client)).toEqual([expected]);
    expect(await client.close({ signal })).toBeUndefined();
  });

  test("an answer that is nested too deep is not believed, at once, and the next is", async () => {
    const { client, peer } = await connectedOverLink(revision);
    const call = client.request("tools/call", { name: "x" }, { signal });
    const other = client.request("tools/call", { name: "y" }, { signal });
    const { id } = await peer.nextOf("tools/call");
    const { id: next } = await peer.nextOf("tools/call");
    const deep = `${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`;
    peer.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":${deep}}}\n`);
    const message = "the answer cannot be believed: it is nested deeper than 512 levels";
    expect(await call).toMatchObject({ ok: false, failure: { kind: "invalid_message", message } });
    peer.send(complete(next));
    expect(await other).toMatchObject({ ok: true });
    expect(noticed(client)).toEqual([]);
    expect(await client.close({ signal })).toBeUndefined();
  });

  test("blank lines and CRLF are nothing", async () => {
    const { client, peer } = await connectedOverLink(revision);
    const call = client.request("tools/call", { name: "x" }, { signal });
    const { id } = await peer.nextOf("tools/call");
    peer.write(`\n\r\n${JSON.stringify(complete(id))}\r\n`);
    expect(await call).toMatchObject({ ok: true });
    expect(noticed(client)).toEqual([]);
  });

  test("a second answer, and the first to come counts", async () => {
    const { client, peer } = await connectedOverLink(revision);
    const call = client.request("tools/call", { name: "x" }, { signal });
    const { id } = await peer.nextOf("tools/call");
    peer.write(`${JSON.stringify(complete(id, { n: 1 }))}\n${JSON.stringify(complete(id, { n: 2 }))}\n`);
    expect(await call).toMatchObject({ ok: true, value: { n: 1 } });
    const next = client.request("tools/call", { name: "x" }, { signal });
    peer.send(complete((await peer.nextOf("tools/call"))["id"]));
    expect(await next).toMatchObject({ ok: true });
    expect(noticed(client)).toEqual([`duplicate_answer: a result for call ${id}, which was answered`]);
  });

  test("an answer that comes after the call was given up", async () => {
    const { client, peer } = await connectedOverLink(revision);
    const controller = new AbortController();
    const call = client.request("tools/call", { name: "x" }, { signal: controller.signal });
    const { id } = await peer.nextOf("tools/call");
    controller.abort();
    expect(await call).toMatchObject({ ok: false, failure: { kind: "cancelled" } });
    await peer.nextOf("notifications/cancelled");
    peer.send(complete(id));
    const next = client.request("tools/call", { name: "x" }, { signal });
    peer.send(complete((await peer.nextOf("tools/call"))["id"]));
    expect(await next).toMatchObject({ ok: true });
    expect(noticed(client)).toEqual([`late_answer: a result for call ${id}, which was given up`]);
  });

  test("a character split over two chunks is whole, and what is not UTF-8 is not believed", async () => {
    const { client, peer } = await connectedOverLink(revision);
    const call = client.request("tools/call", { name: "x" }, { signal });
    const bytes = Buffer.from(`${JSON.stringify(complete((await peer.nextOf("tools/call"))["id"], { text: "😀" }))}\n`);
    const middle = bytes.indexOf(0xf0) + 2;
    peer.write(bytes.subarray(0, middle));
    peer.write(bytes.subarray(middle));
    expect(await call).toMatchObject({ ok: true, value: { text: "😀" } });

    const broken = client.request("tools/call", { name: "x" }, { signal });
    const line = Buffer.from(`${JSON.stringify(complete((await peer.nextOf("tools/call"))["id"], { text: "?" }))}\n`);
    line[line.indexOf("?")] = 0xff;
    peer.write(line);
    const message = "the answer cannot be believed: it is not valid UTF-8";
    expect(await broken).toEqual({ ok: false, failure: { kind: "invalid_message", message } });
  });

  test("a byte order mark is named", async () => {
    const { client, peer } = await connectedOverLink(revision);
    const call = client.request("tools/call", { name: "x" }, { signal });
    peer.write(`\ufeff${JSON.stringify(complete((await peer.nextOf("tools/call"))["id"]))}\n`);
    const message = "the answer cannot be believed: it begins with a byte order mark";
    expect(await call).toEqual({ ok: false, failure: { kind: "invalid_message", message } });
  });

  test("a line above the limit settles the only call that waits, and the next line is read", async () => {
    const { client, peer } = await connectedOverLink(revision);
    const call = client.request("tools/call", { name: "x" }, { signal });
    await peer.nextOf("tools/call");
    peer.write("x".repeat(MAX_CLIENT_MESSAGE_BYTES + 1));
    const message = `the answer cannot be read: a line is longer than ${MAX_CLIENT_MESSAGE_BYTES} bytes`;
    expect(await call).toEqual({ ok: false, failure: { kind: "invalid_message", message } });
    peer.write("\n");
    const next = client.request("tools/call", { name: "x" }, { signal });
    peer.send(complete((await peer.nextOf("tools/call"))["id"]));
    expect(await next).toMatchObject({ ok: true });
  });

  test("a line as long as allowed is read", async () => {
    const { client, peer } = await connectedOverLink(revision);
    const call = client.request("tools/call", { name: "x" }, { signal });
    const empty = JSON.stringify(complete((await peer.nextOf("tools/call"))["id"], { text: "" }));
    const text = "x".repeat(MAX_CLIENT_MESSAGE_BYTES - empty.length);
    peer.write(`${empty.replace('"text":""', `"text":"${text}"`)}\n`);
    expect(await call).toMatchObject({ ok: true, value: { text } });
  });

  test("which of two calls a line above the limit was meant for is not guessed", async () => {
    const { client, peer } = await connectedOverLink(revision);
    const calls = ["a", "b"].map((name) => client.request("tools/call", { name }, { signal }));
    const ids = [await peer.nextOf("tools/call"), await peer.nextOf("tools/call")].map((request) => request["id"]);
    peer.write("x".repeat(MAX_CLIENT_MESSAGE_BYTES + 1) + "\n");
    for (const id of ids) peer.send(complete(id));
    expect(await Promise.all(calls)).toMatchObject([{ ok: true }, { ok: true }]);
    expect(noticed(client)).toEqual([`unreadable: a line is longer than ${MAX_CLIENT_MESSAGE_BYTES} bytes:`]);
  });

  test("a call that is given up says what came instead of its answer", async () => {
    const { client, peer } = await connectedOverLink(revision);
    const controller = new AbortController();
    const call = client.request("tools/call", { name: "x" }, { signal: controller.signal });
    await peer.nextOf("tools/call");
    peer.write("Traceback (most recent call last):\n");
    while (noticed(client).length === 0) await Promise.resolve();
    controller.abort();
    const message =
      "given up before an answer came; meanwhile came it is not valid JSON: Traceback (most recent call last):";
    expect(await call).toEqual({ ok: false, failure: { kind: "cancelled", message } });
  });
});

describe.each(ERAS)("progress at %s", (revision) => {
  test("every request carries a token of its own, which is not its id", async () => {
    const { client, peer } = await connectedOverLink(revision);
    for (const name of ["a", "b"]) void client.request("tools/call", { name, _meta: { own: 1 } }, { signal });
    const metas = [await peer.nextOf("tools/call"), await peer.nextOf("tools/call")].map(({ params }) => params._meta);
    expect(new Set(metas.map((meta) => meta.progressToken)).size).toBe(2);
    expect(metas).toMatchObject([{ own: 1, progressToken: expect.stringMatching(/^progress-\d+$/) }, {}]);
  });

  test("under the call's own token it is told in order, in one chunk with the answer, too", async () => {
    const { client, peer } = await connectedOverLink(revision);
    const values: number[] = [];
    const call = client.request("tools/call", { name: "x" }, { signal, onProgress: (value) => values.push(value) });
    const { id, params } = await peer.nextOf("tools/call");
    const token = params._meta.progressToken;
    const lines = [progress(token, 2), progress(token, 1), progress(token, 1.5), complete(id), progress(token, 9)];
    peer.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    expect(await call).toMatchObject({ ok: true });
    expect(values).toEqual([2, 1, 1.5]);
    expect(noticed(client)).toEqual(["late_progress: progress 9 for a call that has ended"]);
  });

  test("under a token that was never given out, and without a number, it is noted", async () => {
    const { client, peer } = await connectedOverLink(revision);
    const values: number[] = [];
    const call = client.request("tools/call", { name: "x" }, { signal, onProgress: (value) => values.push(value) });
    const { id, params } = await peer.nextOf("tools/call");
    peer.send(progress("foreign", 1));
    peer.send(progress(undefined, 2));
    peer.send(progress(params._meta.progressToken, "3"));
    peer.send(complete(id));
    await call;
    expect(values).toEqual([]);
    expect(noticed(client)).toEqual([
      'unknown_progress_token: progress 1 under the string "foreign"',
      "unknown_progress_token: progress 2 under missing",
      `invalid_message: progress of call ${id} is the string "3", not a number`,
    ]);
  });

  test("a token that the caller chose is kept, 0 included", async () => {
    const { client, peer } = await connectedOverLink(revision);
    const values: number[] = [];
    const params = { name: "x", _meta: { progressToken: 0 } };
    const call = client.request("tools/call", params, { signal, onProgress: (value) => values.push(value) });
    const { id } = await peer.nextOf("tools/call");
    peer.send(progress(0, 5));
    peer.send(complete(id));
    await call;
    expect(values).toEqual([5]);
  });
});

describe("requests of the server", () => {
  const ask = (id: unknown, method: string) => ({ jsonrpc: "2.0", id, method, params: {} });

  test("are answered in the legacy era: ping, what the caller serves, and nothing else", async () => {
    const { client, peer } = await connectedOverLink(LEGACY, {
      answerRequest: (method) => (method === "roots/list" ? { roots: [] } : undefined),
    });
    peer.send(ask("p", "ping"));
    peer.send(ask(0, "roots/list"));
    peer.send(ask(-1, "sampling/createMessage"));
    expect([await peer.next(), await peer.next(), await peer.next()]).toEqual([
      { jsonrpc: "2.0", id: "p", result: {} },
      { jsonrpc: "2.0", id: 0, result: { roots: [] } },
      { jsonrpc: "2.0", id: -1, error: { code: -32601, message: "Method not found: sampling/createMessage" } },
    ]);
    await client.close({ signal });
  });

  test("are told by their method, also where the id is that of a waiting call", async () => {
    const { client, peer } = await connectedOverLink(LEGACY);
    const call = client.request("tools/call", { name: "x" }, { signal });
    const { id } = await peer.nextOf("tools/call");
    peer.send(ask(id, "ping"));
    expect(await peer.next()).toEqual({ jsonrpc: "2.0", id, result: {} });
    peer.send({ ...ask(id, "ping"), extra: true });
    peer.send(complete(id));
    expect(await call).toMatchObject({ ok: true });
  });

  test("are never answered in the modern era", async () => {
    const { client, peer } = await connectedOverLink(MODERN);
    peer.send(ask(1, "ping"));
    const call = client.request("tools/call", { name: "x" }, { signal });
    peer.send(complete((await peer.next())["id"]));
    await call;
    await client.close({ signal });
    await peer.ended;
    expect(peer.received.map(({ method }) => method)).toEqual(["server/discover", "tools/call"]);
    expect(noticed(client)).toEqual(['server_request: ping with "id" the number 1']);
  });

  test("over HTTP the answer is a POST of the session", async () => {
    await using http = await connectedOverHttp(
      LEGACY,
      (request) => {
        if (request.message["method"] === undefined) {
          request.response.writeHead(202).end();
          return;
        }
        request.stream();
        request.event(ask("s", "ping"));
      },
      { session: "abc" },
    );
    const call = http.client.request("tools/call", { name: "x" }, { signal });
    const answer = await http.server.when(({ message }) => "result" in message);
    expect(answer.message).toEqual({ jsonrpc: "2.0", id: "s", result: {} });
    expect(answer.headers).toMatchObject({ "mcp-session-id": "abc", "mcp-protocol-version": LEGACY });
    const [asked] = http.server.requests.filter(({ message }) => message["method"] === "tools/call");
    asked?.event(complete(asked.message["id"]));
    expect(await call).toMatchObject({ ok: true });
  });
});

test("notifications reach the client's hook, and the calls that may want them", async () => {
  const heard: string[] = [];
  const { client, peer } = await connectedOverLink(LEGACY, {
    onNotification: ({ method }) => heard.push(`client ${JSON.stringify(method)}`),
  });
  peer.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  while (heard.length === 0) await Promise.resolve();
  const onNotification = ({ method }: { method?: unknown }) => heard.push(`call ${JSON.stringify(method)}`);
  const call = client.request("tools/call", { name: "x" }, { signal, onNotification });
  const { id } = await peer.nextOf("tools/call");
  peer.send({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: 1 } });
  peer.send(complete(id));
  await call;
  expect(heard).toEqual([
    'client "notifications/tools/list_changed"',
    'client "notifications/message"',
    'call "notifications/message"',
  ]);
  expect(noticed(client)).toEqual([
    "notification: notifications/tools/list_changed {}",
    'notification: notifications/message {"level":"info","data":1}',
  ]);
});

test("a notification on a call's own stream is that call's alone", async () => {
  await using http = await connectedOverHttp(MODERN, (request) => {
    const { name } = request.message["params"];
    request.stream();
    request.event({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: name } });
    request.event(complete(request.message["id"]));
    request.response.end();
  });
  const heard: unknown[] = [];
  const calls = ["a", "b"].map((name) =>
    http.client.request(
      "tools/call",
      { name },
      { signal: new AbortController().signal, onNotification: ({ params }) => heard.push([name, params]) },
    ),
  );
  await Promise.all(calls);
  expect(heard).toHaveLength(2);
  expect(heard).toEqual(expect.arrayContaining(["a", "b"].map((name) => [name, { level: "info", data: name }])));
});

test("a flood is counted and not kept", async () => {
  const { client, peer } = await connectedOverLink(MODERN);
  const call = client.request("tools/call", { name: "x" }, { signal });
  const { id } = await peer.nextOf("tools/call");
  peer.write("noise\n".repeat(5_000));
  peer.send(complete(id));
  await call;
  expect([...client.observations]).toHaveLength(1_000);
  expect(client.observations).toMatchObject({ count: 5_000, dropped: 4_000 });
});
