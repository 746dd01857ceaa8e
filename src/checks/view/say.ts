import type { SeenCall } from "./seen.ts";

/** A request as sentences name it. */
export function sayCall({ method, id }: Pick<SeenCall, "method" | "id">): string {
  return `${method} ${JSON.stringify(id)}`;
}
