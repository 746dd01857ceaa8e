import type { Exchange } from "../protocol/exchange.ts";
import type { JsonObject } from "../protocol/json.ts";

export interface SendOptions {
  /** HTTP status of the answer; counts only while no head has left. */
  readonly status?: number;
  /** Headers of the answer; count only while no head has left. */
  readonly headers?: readonly (readonly [string, string])[];
}

/**
 * How the core answers one exchange. The core knows no frames and no transport; a channel knows no methods. Behind it stands
 * either one direct write or the whole pipeline.
 */
export interface Channel {
  readonly exchange: Exchange;
  /** Sends a message that is not the last. Ignored after the end and after a cancel. */
  send(message: JsonObject): void;
  /** Sends the last message and ends the exchange. */
  answer(message: JsonObject, options?: SendOptions): void;
  /** Ends the exchange without (another) message: nothing to say, or a 202. */
  end(options?: SendOptions): void;
  /**
   * Closes the answering stream while the exchange goes on (resumable legacy streams only): what follows is kept for a resumption.
   * Undefined where that cannot be.
   */
  readonly detach?: (() => void) | undefined;
}
