import type { FaultDeclaration } from "../faults/define-fault.ts";
import { fits } from "./pattern.ts";

/** Whether a fault has to do with a method or pseudo-exchange at all. */
export function actsOn(declaration: FaultDeclaration, method: string): boolean {
  const places: readonly string[] | undefined = method.startsWith("$") ? (declaration.at ?? []) : declaration.methods;
  return places === undefined || places.some((place) => fits(place, method));
}
