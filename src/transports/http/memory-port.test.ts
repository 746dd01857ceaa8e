import { expect, it } from "vitest";
import { createFakeClock } from "../../base/fake-clock.ts";
import type { HttpHandler, OutgoingRequest } from "../../wire/http-port.ts";
import { createMemoryPort } from "./memory-port.ts";

/** Sends one request that its client closes as soon as it has left; what the server gets to see, in order. */
async function hangUp(request: OutgoingRequest, readsBody = true): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  const controller = new AbortController();
  const handler: HttpHandler = (incoming, responder) => {
    const answer = () => {
      responder.onLost(() => seen.push("lost"));
      responder.answer(200, [], "{}");
    };
    if (!readsBody) answer();
    else
      incoming.body(100, (body) => {
        seen.push(body);
        if (body !== "lost") answer();
      });
  };
  const port = createMemoryPort(handler, { target: "/mcp", host: "127.0.0.1" });
  let sent = 0;
  const onSent = () => {
    sent++;
    controller.abort();
  };
  await port.request({ ...request, onSent }, controller.signal).then(
    ({ status }) => seen.push(`answered ${status}`),
    () => seen.push("rejected"),
  );
  await createFakeClock().advance(0);
  expect(sent).toBe(1);
  return seen;
}

it("a request that is closed when all of it has left is read whole, and answered to nobody", async () => {
  expect(await hangUp({ method: "POST", headers: [], body: "{}" })).toEqual([{ text: "{}" }, "lost", "rejected"]);
});

it("the rest of a body that is shorter than it was said to be never comes", async () => {
  const headers = [["Content-Length", "10"]] as const;
  expect(await hangUp({ method: "POST", headers, body: "{}" })).toEqual(["lost", "rejected"]);
});

it("a body that nobody reads is no reason to wait", async () => {
  expect(await hangUp({ method: "POST", headers: [], body: "{}" }, false)).toEqual(["answered 200"]);
});
