/** Writes to the lab's own stderr. Resolves when it takes more. */
export type Stderr = (bytes: string | Uint8Array) => Promise<void> | void;

/** Writes that wait for a reader who does not keep up: a flood on stderr must not fill the memory. */
export function createStderr(stream: NodeJS.WriteStream): Stderr {
  // A reader that is gone is nobody to tell.
  stream.on("error", () => undefined);
  return (bytes) => {
    if (stream.write(bytes)) return undefined;
    return new Promise((resolve) => {
      const settle = () => {
        for (const event of EVENTS) stream.off(event, settle);
        resolve();
      };
      for (const event of EVENTS) stream.once(event, settle);
    });
  };
}

const EVENTS = ["drain", "close", "error"] as const;
