import { expect, test } from "vitest";
import { InputGate } from "./input-gate.ts";

function open() {
  const calls: string[] = [];
  const gate = new InputGate({ pause: () => void calls.push("pause"), resume: () => void calls.push("resume") });
  return { gate, calls };
}

test("a link that nobody objects to is left alone", () => {
  const { gate, calls } = open();
  gate.taken();
  gate.letGo();
  gate.leave({});
  expect(calls).toEqual([]);
});

test("piece by piece: each is asked for, and whoever leaves lets all come", () => {
  const { gate, calls } = open();
  const owner = {};
  gate.takeOne(owner);
  expect(calls).toEqual([]);
  gate.taken();
  gate.taken();
  expect(calls).toEqual(["pause"]);
  gate.takeOne(owner);
  gate.taken();
  gate.leave(owner);
  expect(calls).toEqual(["pause", "resume", "pause", "resume"]);
});

test("the last of two who want it slowly lets all come", () => {
  const { gate, calls } = open();
  const [one, two] = [{}, {}];
  gate.takeOne(one);
  gate.takeOne(two);
  gate.taken();
  gate.leave(one);
  expect(calls).toEqual(["pause"]);
  gate.leave(two);
  expect(calls).toEqual(["pause", "resume"]);
});

test("what is held stays so, whoever asks for a piece meanwhile", () => {
  const { gate, calls } = open();
  const owner = {};
  gate.hold();
  gate.takeOne(owner);
  expect(calls).toEqual(["pause"]);
  gate.letGo();
  gate.taken();
  expect(calls).toEqual(["pause", "resume", "pause"]);
});
