import { expect, test } from "vitest";
import { Exchange } from "../protocol/exchange.ts";
import { Calls } from "./calls.ts";
import { failed, GIVEN_UP, succeeded } from "./outcome.ts";

function exchange(): Exchange {
  return new Exchange({
    sequence: 1,
    connection: 1,
    method: "tools/call",
    era: "modern",
    revision: "2026-07-28",
    transport: "stdio",
    direction: "to-server",
  });
}

test("a call is found by its id, value and type alike, and by what reads the same", () => {
  const calls = new Calls();
  const number = calls.open(2, "t2", exchange(), {});
  const text = calls.open("a", "ta", exchange(), {});
  const empty = calls.open("", "te", exchange(), {});
  expect([2, "2", "a", "", null, undefined, 0].map((id) => calls.find(id))).toEqual([
    number,
    undefined,
    text,
    empty,
    undefined,
    undefined,
    undefined,
  ]);
  expect(["2", 2, "2.0", " 2", "02", "", "x", null].map((id) => calls.findRetyped(id))).toEqual([
    number,
    ...Array.from({ length: 7 }),
  ]);
});

test("a call whose request went out under another id is known by that one, unless it is another's", () => {
  const calls = new Calls();
  const [one, two] = [exchange(), exchange()];
  const first = calls.open(1, "a", one, {});
  const second = calls.open(2, "b", two, {});
  calls.renamed(one, "x");
  expect([calls.find(1), calls.find("x"), first.id]).toEqual([undefined, first, "x"]);
  calls.renamed(two, "x");
  expect([calls.find("x"), calls.find(2)]).toEqual([first, second]);
  calls.renamed(exchange(), "y");
  first.settle(succeeded({}));
  expect([calls.find("x"), calls.ending("x"), [...calls.waiting]]).toEqual([undefined, "answered", [second]]);
});

test("a call settles once, and what became of it first is what is remembered", async () => {
  const calls = new Calls();
  const call = calls.open(1, "t", exchange(), {});
  call.settle(succeeded({}));
  call.settle(failed(GIVEN_UP));
  expect(await call.done).toEqual({ ok: true, value: {} });
  expect(calls.ending(1)).toBe("answered");
  expect([...calls.waiting]).toEqual([]);
});

test("how calls ended is remembered for the last thousand or so", () => {
  const calls = new Calls();
  for (let id = 1; id <= 2_000; id++) calls.open(id, `t${id}`, exchange(), {}).settle(failed(GIVEN_UP));
  expect([1, 976, 977, 2_000].map((id) => calls.ending(id))).toEqual([undefined, undefined, "given-up", "given-up"]);
  expect([976, 977].map((id) => calls.wasToken(`t${id}`))).toEqual([false, true]);
});

test("which call is the only one is known while there is just one", () => {
  const calls = new Calls();
  expect(calls.only).toBeUndefined();
  const first = calls.open(1, "a", exchange(), {});
  expect(calls.only).toBe(first);
  const second = calls.open(2, "b", exchange(), {});
  expect(calls.only).toBeUndefined();
  first.settle(succeeded({}));
  expect(calls.only).toBe(second);
});
