import { describe, expect, test } from "vitest";
import { FakeClient } from "../testing/fake-client.ts";

describe.each(["2025-11-25", "2026-07-28"] as const)("at %s", (revision) => {
  const open = () => {
    const client = new FakeClient({ revision });
    if (revision !== "2026-07-28") client.initialize();
    return client;
  };

  test("lists prompts with their arguments", () => {
    expect(open().ask("prompts/list")).toMatchObject({
      result: {
        prompts: [
          { name: "hello", title: "Hello", description: "Asks for a greeting" },
          {
            name: "translate",
            arguments: [
              { name: "text", required: true },
              { name: "language", required: true },
            ],
          },
        ],
      },
    });
  });

  test("fills in the arguments", () => {
    const args = { text: "yes", language: "german", more: "ignored" };
    expect(open().ask("prompts/get", { name: "translate", arguments: args })).toMatchObject({
      result: { messages: [{ role: "user", content: { type: "text", text: "Translate into german: yes" } }] },
    });
    expect(open().ask("prompts/get", { name: "hello" })).toHaveProperty("result.messages.0");
  });

  test.each([
    [{ name: "nope" }, "Unknown prompt: nope"],
    [{}, "params.name must be a text; found nothing"],
    [{ name: "translate" }, 'Prompt translate: argument "text" is missing'],
    [{ name: "translate", arguments: { text: "yes" } }, 'Prompt translate: argument "language" is missing'],
    [{ name: "translate", arguments: { text: 1 } }, "params.arguments.text must be a text; found 1"],
    [{ name: "translate", arguments: [] }, "params.arguments must be an object; found an array"],
  ])("%j is refused", (params, message) => {
    const channel = open().open("prompts/get", params as never);
    expect(channel.last.error).toEqual({ code: -32602, message });
    expect(channel.status).toBe(200);
  });

  test("a prompt that fails is an internal error", async () => {
    const client = open();
    client.server.changes.prompts.set("broken", {
      name: "broken",
      describe: () => ({ name: "broken" }),
      completers: {},
      run: () => Promise.reject(new Error("no ink")),
    });
    const channel = client.open("prompts/get", { name: "broken" });
    await client.server.clock.advance(0);
    expect(channel.last.error).toEqual({ code: -32603, message: "The prompt failed: no ink" });
  });
});
