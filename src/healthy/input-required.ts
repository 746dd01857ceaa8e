import type { JsonObject } from "../protocol/json.ts";

/** The requests by which a server asks a client for something. */
export type AskMethod = "elicitation/create" | "sampling/createMessage" | "roots/list";

/** One thing to ask the client for. */
export interface Ask extends JsonObject {
  readonly method: AskMethod;
  readonly params?: JsonObject;
}

/**
 * What a tool, prompt or resource gives instead of its result while it needs something of the client. It is written once, in this
 * style: a modern client gets it as a result and calls again, for a legacy client it becomes requests of the server.
 */
export class InputRequired {
  readonly asks: Readonly<Record<string, Ask>>;
  /** Comes back with the answers; signed on its way through the client. */
  readonly state: JsonObject | undefined;

  constructor(asks: Readonly<Record<string, Ask>>, state?: JsonObject) {
    this.asks = asks;
    this.state = state;
  }
}

/** What the client has given so far, and the state that was sent along with the asking. */
export interface Input {
  readonly responses: JsonObject;
  readonly state: JsonObject | undefined;
}

export const NO_INPUT: Input = { responses: {}, state: undefined };
