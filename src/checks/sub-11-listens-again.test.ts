import { expect, test } from "vitest";
import { listensAgain } from "./sub-11-listens-again.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const TOOLS = { notifications: { toolsListChanged: true } };
const PROMPTS = { notifications: { promptsListChanged: true } };

/** A client with a subscription loses its server, and starts another. The loss may be a fault's: it is the client that is judged. */
function restarts(isKnown = true): { talk: Talk; listened: number; lost: number } {
  const talk = startTalk({ transport: "stdio", revision: "2026-07-28", client: isKnown ? 1 : undefined });
  const listened = talk.client.asks(1, "subscriptions/listen", TOOLS);
  talk.server.notifies("notifications/subscriptions/acknowledged");
  const lost = talk.server.ends("exit", { fault: "process_exit" });
  talk.moves();
  return { talk, listened, lost };
}

function uses(talk: Talk, ...ids: number[]): number[] {
  return ids.flatMap((id) => [talk.client.asks(id, "tools/list"), talk.server.answers(id)]);
}

test("obeyed: the same is listened to on the new connection", () => {
  const { talk, listened, lost } = restarts();
  uses(talk, 1);
  const again = talk.client.asks(2, "subscriptions/listen", TOOLS);
  expect(verdictOf(listensAgain, talk)).toEqual({ verdict: "obeyed", evidence: [listened, lost, again] });
});

test("violated: the new server is used, and something else is listened to, or nothing", () => {
  const { talk, listened, lost } = restarts();
  const [first, , second, answer] = uses(talk, 1, 2);
  expect(verdictOf(listensAgain, talk)).toEqual({
    verdict: "violated",
    evidence: [listened, lost, first, second, answer],
  });
  talk.client.asks(3, "subscriptions/listen", PROMPTS);
  expect(verdictOf(listensAgain, talk).verdict).toBe("violated");
});

test("inconclusive: the new server was hardly asked anything", () => {
  const { talk } = restarts();
  talk.client.asks(1, "server/discover");
  talk.server.answers(1);
  uses(talk, 2);
  expect(verdictOf(listensAgain, talk).verdict).toBe("inconclusive");
});

test("not exercised: no new connection, no subscription, one that was cancelled, or the client had left itself", () => {
  expect(verdictOf(listensAgain, restarts().talk).verdict).toBe("not-exercised");
  const ends: ((talk: Talk) => void)[] = [
    () => {},
    (talk) => {
      talk.client.asks(1, "subscriptions/listen", TOOLS);
      talk.client.cancels(1);
    },
    (talk) => {
      talk.client.asks(1, "subscriptions/listen", TOOLS);
      talk.client.leaves();
    },
  ];
  for (const before of ends) {
    const talk = startTalk({ transport: "stdio", revision: "2026-07-28", client: 1 });
    talk.client.asks(0, "tools/list");
    before(talk);
    talk.server.ends("end");
    talk.moves();
    uses(talk, 1, 2);
    expect(verdictOf(listensAgain, talk).verdict).toBe("not-exercised");
  }
});

test("not exercised where the next connection may be another client's", () => {
  const { talk } = restarts(false);
  uses(talk, 1, 2);
  expect(verdictOf(listensAgain, talk).verdict).toBe("not-exercised");
  expect(verdictOf(listensAgain, talk, { isOneClient: true }).verdict).toBe("violated");
});

test("a subscription that a fault changed is not the client's", () => {
  const { talk } = restarts();
  uses(talk, 1, 2);
  talk.client.asks(3, "subscriptions/listen", TOOLS, { fault: "request_params" });
  expect(verdictOf(listensAgain, talk).verdict).toBe("not-exercised");
});
