import type { Revision } from "../../protocol/revision.ts";

const FIRST = ["ping", "sampling/createMessage", "roots/list"];
const WITH_ELICITATION = [...FIRST, "elicitation/create"];

/** What a server may ask of a client; in the modern era no server sends requests. */
const SERVER_REQUESTS: Readonly<Record<Revision, readonly string[]>> = {
  "2024-11-05": FIRST,
  "2025-03-26": FIRST,
  "2025-06-18": WITH_ELICITATION,
  "2025-11-25": WITH_ELICITATION,
  "2026-07-28": [],
};

export function allowsServerRequest(revision: Revision, method: string): boolean {
  return SERVER_REQUESTS[revision].includes(method);
}
