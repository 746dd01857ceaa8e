import type { Changes } from "./offers/changes.ts";

/** Loads what the conformance suite asks for, only when it is asked for: it is no part of the start. To be given as `extend`. */
export async function loadConformance(): Promise<(changes: Changes) => void> {
  const { addConformanceFixtures } = await import("./conformance/fixtures.ts");
  return addConformanceFixtures;
}
