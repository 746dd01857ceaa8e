import { Buffer } from "node:buffer";
import { errorText } from "../base/errors.ts";
import { MAX_CLIENT_MESSAGE_BYTES } from "../base/limits.ts";
import { LineSplitter, type Line } from "../wire/framing/line.ts";
import type { Link } from "../wire/link.ts";

/**
 * One end of a connection, in the shape of the official SDK's `Transport` (v1 and v2): to be given to `client.connect`. What the
 * server writes arrives line by line as it would over stdio: a line that is not JSON goes to `onerror`, everything else to
 * `onmessage`, however broken it is.
 */
export interface LinkedTransport {
  start(): Promise<void>;
  send(message: unknown): Promise<void>;
  close(): Promise<void>;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  // The SDK's own type of a message is not ours to name: whatever travels is handed on.
  // oxlint-disable-next-line typescript/no-explicit-any
  onmessage?: ((message: any) => void) | undefined;
  sessionId?: string | undefined;
}

/** Joins an SDK client to a line connection. */
export function createLinkedTransport(link: Link): LinkedTransport {
  const splitter = new LineSplitter(MAX_CLIENT_MESSAGE_BYTES);
  let isClosed = false;
  const closed = () => {
    if (isClosed) return;
    isClosed = true;
    transport.onclose?.();
  };
  const deliver = (lines: readonly Line[]) => {
    for (const line of lines) {
      if (isClosed) return;
      if (line.kind === "too-long") {
        transport.onerror?.(new Error(`a line is longer than ${MAX_CLIENT_MESSAGE_BYTES} bytes`));
        continue;
      }
      let message: unknown;
      try {
        message = JSON.parse(line.bytes.toString());
      } catch (error) {
        transport.onerror?.(new Error(`a line is not JSON: ${errorText(error)}`));
        continue;
      }
      transport.onmessage?.(message);
    }
  };
  const transport: LinkedTransport = {
    async start() {
      link.start({
        data: (chunk) => deliver(splitter.push(chunk)),
        end() {
          deliver(splitter.flush());
          closed();
        },
      });
    },
    async send(message) {
      if (isClosed) throw new Error("the connection is closed");
      link.write(Buffer.from(`${JSON.stringify(message)}\n`));
    },
    async close() {
      await link.end();
      closed();
    },
  };
  return transport;
}
