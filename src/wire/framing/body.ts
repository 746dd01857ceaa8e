import { Buffer } from "node:buffer";
import type { Framing } from "../transform.ts";

/** HTTP JSON: one message, one body, on one line. */
export const bodyFraming: Framing = {
  encode: (message) => Buffer.from(JSON.stringify(message)),
};
