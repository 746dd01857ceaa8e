import { describe, expect, test } from "vitest";
import { idNotInFlight } from "./rpc-04-id-not-in-flight.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const talks: Record<string, () => Talk> = {
  stdio: () => startTalk({ transport: "stdio", revision: "2026-07-28" }),
  HTTP: () => startTalk({ transport: "http", revision: "2026-07-28", client: 1 }),
};

describe.each(Object.entries(talks))("%s", (_, start) => {
  test("obeyed: two run at one time with ids of their own", () => {
    const talk = start();
    const both = [talk.client.asks(1, "tools/call"), talk.client.asks("1", "tools/call")];
    expect(verdictOf(idNotInFlight, talk)).toEqual({ verdict: "obeyed", evidence: both });
  });

  test("violated: the id of a request that runs is used again", () => {
    const talk = start();
    const both = [talk.client.asks(1, "tools/call"), talk.client.asks(1, "tools/list")];
    expect(verdictOf(idNotInFlight, talk)).toEqual({ verdict: "violated", evidence: both });
  });

  test("not exercised: after its answer an id is free again", () => {
    const talk = start();
    for (let times = 0; times < 3; times++) {
      talk.client.asks(1, "tools/list");
      talk.server.answers(1);
    }
    expect(verdictOf(idNotInFlight, talk).verdict).toBe("not-exercised");
  });

  test("inconclusive: what a fault made of the answer may have passed for one", () => {
    const talk = start();
    const first = talk.client.asks(1, "tools/call");
    talk.server.says({ jsonrpc: "2.0", id: "1", result: {} }, { on: 1, fault: "wrong_id" });
    const second = talk.client.asks(1, "tools/call");
    expect(verdictOf(idNotInFlight, talk)).toEqual({ verdict: "inconclusive", evidence: [first, second] });
  });

  test("an id that a fault wrote is not the client's", () => {
    const talk = start();
    talk.client.asks(1, "tools/call");
    talk.client.asks(1, "tools/list", {}, { fault: "request_id" });
    expect(verdictOf(idNotInFlight, talk).verdict).toBe("not-exercised");
  });
});

test.each([307, 401, 503])("what HTTP has answered with %d is over", (status) => {
  const talk = startTalk({ transport: "http", revision: "2026-07-28", client: 1 });
  talk.client.asks(1, "tools/call");
  talk.server.refuses(status, { on: 1 });
  talk.client.asks(1, "tools/call");
  expect(verdictOf(idNotInFlight, talk).verdict).toBe("not-exercised");
});

test("inconclusive over HTTP where they may be two clients", () => {
  const talk = startTalk({ transport: "http", revision: "2026-07-28" });
  const both = [talk.client.asks(1, "tools/call"), talk.client.asks(1, "tools/call")];
  expect(verdictOf(idNotInFlight, talk)).toEqual({ verdict: "inconclusive", evidence: both });
});
