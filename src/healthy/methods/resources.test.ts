import { describe, expect, test } from "vitest";
import { MAX_SUBSCRIPTIONS } from "../../base/limits.ts";
import { createTestServer, FakeClient } from "../testing/fake-client.ts";

const legacy = () => {
  const client = new FakeClient();
  client.initialize();
  return client;
};
const modern = () => new FakeClient({ revision: "2026-07-28" });

describe.each([
  ["legacy", legacy],
  ["modern", modern],
])("%s", (_era, open) => {
  test("lists resources and templates", () => {
    const client = open();
    expect(client.ask("resources/list")).toMatchObject({
      result: {
        resources: [
          { uri: "lab://about", name: "about", mimeType: "text/plain" },
          { uri: "lab://greetings" },
          { uri: "lab://pixel", title: "Pixel", mimeType: "image/png" },
        ],
      },
    });
    expect(client.ask("resources/templates/list")).toMatchObject({
      result: { resourceTemplates: [{ uriTemplate: "lab://squares/{n}", name: "squares" }] },
    });
  });

  test("reads text, binary content, and what a template makes", () => {
    const client = open();
    const contents = (uri: string) => client.ask("resources/read", { uri }).result;
    expect(contents("lab://greetings")).toMatchObject({
      contents: [{ uri: "lab://greetings", mimeType: "text/plain", text: expect.stringContaining("你好") as string }],
    });
    expect(contents("lab://pixel")).toMatchObject({
      contents: [{ uri: "lab://pixel", mimeType: "image/png", blob: expect.stringMatching(/^iVBOR/) as string }],
    });
    expect(contents("lab://squares/12")).toMatchObject({ contents: [{ uri: "lab://squares/12", text: "144" }] });
  });

  test("a resource that fails is an internal error", () => {
    expect(open().ask("resources/read", { uri: "lab://squares/x" })).toMatchObject({
      error: { code: -32603, message: "The resource could not be read: n must be a whole number; found x" },
    });
  });

  test.each([undefined, 7, null])("an URI of %j is refused", (uri) => {
    expect(open().ask("resources/read", { uri })).toMatchObject({ error: { code: -32602 } });
  });
});

test.each(["lab://nothing", "lab://squares/", "lab://squares/1/2", "LAB://about", ""])("%j is not found", (uri) => {
  expect(legacy().ask("resources/read", { uri })).toMatchObject({ error: { code: -32002, data: { uri } } });
  const channel = modern().open("resources/read", { uri });
  expect(channel.last).toMatchObject({ error: { code: -32602, data: { uri } } });
  expect(channel.status).toBe(200);
});

describe("subscriptions of a legacy client", () => {
  const updates = (client: FakeClient) => client.pushed.map(({ method, params }) => [method, params]);

  test("hear of their own resources only, until they end", () => {
    const server = createTestServer();
    const [watching, other] = [new FakeClient({ on: server }), new FakeClient({ on: server, kind: "session" })];
    for (const client of [watching, other]) client.initialize();
    expect(watching.ask("resources/subscribe", { uri: "lab://about" }).result).toEqual({});
    server.changes.resourceUpdated("lab://about");
    server.changes.resourceUpdated("lab://pixel");
    expect(updates(watching)).toEqual([["notifications/resources/updated", { uri: "lab://about" }]]);
    expect(watching.ask("resources/unsubscribe", { uri: "lab://about" }).result).toEqual({});
    server.changes.resourceUpdated("lab://about");
    expect([watching.pushed.length, other.pushed.length]).toEqual([1, 0]);
  });

  test("end with the connection", () => {
    const client = legacy();
    client.ask("resources/subscribe", { uri: "lab://about" });
    client.peer.close();
    client.server.changes.resourceUpdated("lab://about");
    expect(client.pushed).toEqual([]);
  });

  test("need a resource that is there", () => {
    expect(legacy().ask("resources/subscribe", { uri: "lab://nothing" })).toMatchObject({ error: { code: -32002 } });
    expect(legacy().ask("resources/subscribe", {})).toMatchObject({ error: { code: -32602 } });
    expect(legacy().ask("resources/unsubscribe", { uri: "lab://nothing" }).result).toEqual({});
    expect(legacy().ask("resources/unsubscribe", {})).toMatchObject({ error: { code: -32602 } });
  });

  test("are bounded", () => {
    const client = legacy();
    for (let n = 0; n < MAX_SUBSCRIPTIONS; n++) client.ask("resources/subscribe", { uri: `lab://squares/${n}` });
    expect(client.ask("resources/subscribe", { uri: "lab://about" })).toMatchObject({ error: { code: -32603 } });
    expect(client.ask("resources/subscribe", { uri: "lab://squares/0" }).result).toEqual({});
  });
});
