import { expect, test } from "vitest";
import { systemClock } from "../base/clock.ts";
import { createSequentialIds } from "../base/ids.ts";
import type { StartedProcess } from "../client/child-process.ts";
import { GIVEN_UP, failed } from "../client/outcome.ts";
import type { Operation, TargetLab } from "./adapter.ts";
import { openOwnStdioSessions } from "./own-stdio.ts";

const LAB: TargetLab = {
  clock: systemClock,
  ids: createSequentialIds("id"),
  env: {},
  cwd: process.cwd(),
  protocolVersion: "2026-07-28",
};
const OPERATION: Operation = {
  name: "set-up",
  correlationId: "1",
  budgetMs: 1_000,
  signal: new AbortController().signal,
};

/** A process that is only counted. */
function fakeProcess() {
  const deeds: string[] = [];
  const ready: StartedProcess = {
    take() {
      deeds.push("taken");
      return Promise.resolve(failed(GIVEN_UP));
    },
    discard: () => void deeds.push("discarded"),
  };
  return { ready, deeds };
}

const NEVER = ["/no/such/command"] as const;

test("the first session takes the process that is ready, a later one starts its own", async () => {
  const { ready, deeds } = fakeProcess();
  const open = openOwnStdioSessions(NEVER, ready);
  await open(LAB).setUp(OPERATION);
  expect(deeds).toEqual(["taken"]);
  const { outcome } = await open(LAB).setUp(OPERATION);
  expect({ outcome, deeds }).toEqual({ outcome: "transport_loss", deeds: ["taken"] });
});

test("rules must be known at the start: the process that is ready is ended unused", async () => {
  const { ready, deeds } = fakeProcess();
  const open = openOwnStdioSessions(NEVER, ready);
  const session = open({ ...LAB, rules: { seed: 1, toClient: [], toServer: [] } });
  expect(deeds).toEqual(["discarded"]);
  await session.cleanUp(OPERATION);
  await open(LAB).setUp(OPERATION);
  expect(deeds).toEqual(["discarded"]);
});

test("so it is where the process is to record", () => {
  const { ready, deeds } = fakeProcess();
  openOwnStdioSessions(NEVER, ready)({ ...LAB, records: true });
  expect(deeds).toEqual(["discarded"]);
});

test("a session that is closed before it was opened ends its process", async () => {
  const { ready, deeds } = fakeProcess();
  await openOwnStdioSessions(NEVER, ready)(LAB).cleanUp(OPERATION);
  expect(deeds).toEqual(["discarded"]);
});
