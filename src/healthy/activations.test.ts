import { expect, test } from "vitest";
import { Activations } from "./activations.ts";

test("gives out as many places as there are, and each back once", () => {
  const activations = new Activations(2);
  const first = activations.take();
  const second = activations.take();
  expect(activations.take()).toBeUndefined();
  expect(activations.pending).toBe(2);
  first?.();
  first?.();
  expect(activations.pending).toBe(1);
  expect(activations.take()).toBeTypeOf("function");
  second?.();
  expect(activations.pending).toBe(1);
});
