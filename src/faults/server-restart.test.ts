import { expect, test } from "vitest";
import { serverRestart } from "./server-restart.ts";
import { runFault } from "./testing/run-fault.ts";

const kinds = ({ frames }: Awaited<ReturnType<typeof runFault>>) => frames.map(({ frame }) => frame.kind);

test("instead: the connection is cut without an answer, then nothing listens", async () => {
  const run = await runFault(
    serverRestart,
    { place: "instead", downMs: 700, sessions: "lost" },
    { shape: "http-json" },
  );
  expect(run.messages).toEqual([]);
  expect(run.frames.map(({ frame }) => frame)).toEqual([
    { kind: "close", how: "cut" },
    { kind: "outage", downMs: 700, sessions: "lost", fault: "server_restart" },
  ]);
});

test.each(["http-json", "http-sse"] as const)("after: the whole answer comes first, %s", async (shape) => {
  const run = await runFault(serverRestart, { place: "after", downMs: 0, sessions: "kept" }, { shape });
  expect(kinds(run)).toEqual(["head", "bytes", "close", "outage"]);
});

test.each(["instead", "after"] as const)("%s: a stream has no answer, its beginning is enough", async (place) => {
  const run = await runFault(
    serverRestart,
    { place, downMs: 0, sessions: "kept" },
    { shape: "http-sse", at: "$stream" },
  );
  expect(kinds(run).filter((kind) => kind !== "bytes")).toEqual(
    place === "instead" ? ["close", "outage"] : ["head", "outage"],
  );
});
