import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHttp, type HttpServer } from "../fixtures/raw-peer/serve.ts";
import { LEGS } from "./sdk/legs.ts";
import { open } from "./sdk/open.ts";
import type { SdkClient } from "./sdk/sdk-client.ts";

// What a healthy server offers beside its fault tools, as the clients of the official SDKs see it.

const FORM = { username: "ada", email: "ada@example.org", name: "Ada", color: "red" };
const ANSWERS = {
  "elicitation/create": { action: "accept", content: FORM },
  "sampling/createMessage": { role: "assistant", model: "none", content: { type: "text", text: "42" } },
  "roots/list": { roots: [{ uri: "file:///a", name: "a" }] },
};

const WATCHED = "test://watched-resource";

let http: HttpServer;
let url: string;

beforeAll(async () => {
  http = await startHttp("--conformance");
  url = `http://127.0.0.1:${http.port}/mcp`;
});

afterAll(async () => {
  http.process.kill("SIGTERM");
  expect(await http.process.exit()).toEqual({ code: 0, signal: null });
  expect(http.process.stderr).not.toContain("internal error");
});

describe.each(LEGS)("%s", (_name, leg) => {
  let client: SdkClient;
  const since = (revision: string) => leg.revision >= revision;

  beforeAll(async () => {
    client = await open(leg, url, ["--conformance"], { answers: ANSWERS });
  });

  afterAll(async () => {
    await client.close();
    expect(client.errors.all).toEqual([]);
  });

  test("tools: text, image, embedded resource and an error result", async () => {
    expect(await client.call("test_simple_text")).toMatchObject({ isError: false, text: expect.stringMatching(/./) });
    expect(await client.call("test_multiple_content_types")).toMatchObject({ isError: false });
    expect(await client.call("test_error_handling")).toMatchObject({ isError: true });
  });

  test("resources: listed, read, and by template", async () => {
    expect(await client.list("resources")).toContain("test://static-binary");
    expect(await client.read("test://static-text")).toEqual([
      { uri: "test://static-text", mimeType: "text/plain", text: "This is the content of the static text resource." },
    ]);
    expect(await client.read("test://static-binary")).toMatchObject([{ mimeType: "image/png", blob: /^iVBOR/ }]);
    expect(await client.list("templates")).toContain("lab://squares/{n}");
    expect(await client.read("lab://squares/12")).toMatchObject([{ text: "144" }]);
    await expect(client.read("lab://nothing")).rejects.toThrow("lab://nothing");
  });

  test("prompts: listed and filled in", async () => {
    expect(await client.list("prompts")).toContain("translate");
    expect(await client.prompt("translate", { text: "house", language: "dutch" })).toEqual([
      { role: "user", content: { type: "text", text: "Translate into dutch: house" } },
    ]);
    await expect(client.prompt("nope")).rejects.toThrow("nope");
  });

  test("completion", async () => {
    expect(await client.complete("translate", "language", "g")).toEqual(["german", "greek"]);
  });

  test("progress, in order", async () => {
    const seen: number[] = [];
    const outcome = await client.call("test_tool_with_progress", {}, { onProgress: (value) => seen.push(value) });
    expect([outcome.thrown, seen]).toEqual([undefined, [0, 50, 100]]);
  });

  test("log messages, as loud as the client wants them", async () => {
    if (leg.era === "legacy") await client.setLevel("debug");
    const before = client.notified.all.length;
    await client.call("test_tool_with_logging");
    const logged = () => client.notified.all.slice(before).filter((told) => told.startsWith("notifications/message"));
    // A modern request that names no level gets no messages.
    expect(logged()).toHaveLength(leg.era === "legacy" ? 3 : 0);
    if (leg.era === "legacy") await client.setLevel("warning");
    await client.call("test_tool_with_logging");
    expect(logged()).toHaveLength(leg.era === "legacy" ? 3 : 0);
  });

  test("elicitation, where the revision has it", async () => {
    expect(await client.call("test_elicitation", { message: "Who?" })).toEqual(
      since("2025-06-18")
        ? { text: `User response: action=accept, content=${JSON.stringify(FORM)}`, isError: false }
        : { text: `Revision ${leg.revision} has no elicitation/create`, isError: true },
    );
  });

  test("sampling", async () => {
    const outcome = await client.call("test_sampling", { prompt: "What is it?" });
    expect(outcome).toEqual({ text: "LLM response: 42", isError: false });
  });

  test("roots, and questions in several rounds", async () => {
    const roots = await client.call("test_input_required_result_list_roots");
    expect(roots).toEqual({ text: "Roots: file:///a", isError: false });
    const rounds = await client.call("test_input_required_result_multi_round");
    expect(rounds).toEqual(
      since("2025-06-18")
        ? { text: "Ada likes red.", isError: false }
        : { text: `Revision ${leg.revision} has no elicitation/create`, isError: true },
    );
  });

  test("list changes, on the stream of the era", async () => {
    if (leg.transport === "http")
      await client.requests.until(leg.era === "legacy" ? "GET - -> 200" : "POST subscriptions/listen -> 200");
    for (const list of ["tool", "prompt"]) {
      const before = client.notified.all.length;
      expect(await client.call(`test_trigger_${list}_change`)).toMatchObject({ isError: false });
      await client.notified.until(`${list}s changed`, before);
    }
    const had = (await client.list("tools")).includes("test_changing_tool");
    const before = client.notified.all.length;
    await client.call("test_trigger_tool_change");
    await client.notified.until("tools changed", before);
    expect((await client.list("tools")).includes("test_changing_tool")).toBe(!had);
  });

  test("a stream that the server closes is resumed, where the revision primes it", async () => {
    const before = client.requests.all.length;
    const outcome = await client.call("test_reconnection");
    expect(outcome).toEqual({ text: "Reconnection test completed successfully.", isError: false });
    const resumed = client.requests.all.slice(before).includes("GET - -> 200");
    expect(resumed).toBe(leg.transport === "http" && leg.revision === "2025-11-25");
  });

  test.each([
    ["protocol ping", () => client.ping(), /'ping'/],
    ["watching a resource", () => client.subscribe(WATCHED), /resources\/subscribe/],
    ["watching it no more", () => client.unsubscribe(WATCHED), /resources\/unsubscribe/],
  ])("%s, where the era has it", async (_what, ask, refusal) => {
    const said = await ask().then(JSON.stringify, String);
    expect(said).toMatch(leg.era === "legacy" ? /^\{\}$/ : refusal);
  });
});
