import * as v from "valibot";
import { expect, test } from "vitest";
import { responseHeader } from "./response-header.ts";
import { runFault } from "./testing/run-fault.ts";

const headers = async (name: string, value: string, act: "set" | "add" | "remove") => {
  const run = await runFault(responseHeader, { name, value, act }, { shape: "http-sse" });
  const head = run.frames.find(({ frame }) => frame.kind === "head")?.frame;
  return head?.kind === "head" ? head.headers : [];
};

test("set: this value alone, whatever the case of the name", async () => {
  expect(await headers("content-type", "text/plain", "set")).toEqual([["content-type", "text/plain"]]);
  expect(await headers("X-Lab", "", "set")).toEqual([
    ["Content-Type", "text/event-stream"],
    ["X-Lab", ""],
  ]);
});

test("add: beside what is there", async () => {
  const types = (await headers("Content-Type", "text/plain", "add")).filter(([name]) => name === "Content-Type");
  expect(types).toEqual([
    ["Content-Type", "text/event-stream"],
    ["Content-Type", "text/plain"],
  ]);
});

test("remove: left out", async () => {
  expect(await headers("content-type", "", "remove")).toEqual([]);
});

test.each([
  ["Content-Length", "1"],
  ["transfer-encoding", "x"],
  ["Trailer", "x"],
  ["no name", "x"],
  ["", "x"],
  ["X-Lab", "a\r\nInjected: 1"],
  ["X-Lab", "☃"],
  ["X-Lab", "é"],
])("%j: %j cannot be written", (name, value) => {
  expect(v.safeParse(responseHeader.params, { name, value }).success).toBe(false);
});
