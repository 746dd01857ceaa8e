import type { Mailbox } from "./transform.ts";

/** Creates an empty mailbox. It holds at most `limit` things not yet taken; what is put beyond that is dropped. */
export function createMailbox(limit = 1024): Mailbox {
  const kept: { key: string; value: unknown }[] = [];
  const waiting: { key: string; give: (value: unknown) => void }[] = [];
  return {
    put(key, value) {
      const index = waiting.findIndex((waiter) => waiter.key === key);
      if (index >= 0) waiting.splice(index, 1)[0]?.give(value);
      else if (kept.length < limit) kept.push({ key, value });
    },
    take(key, signal) {
      const index = kept.findIndex((item) => item.key === key);
      if (index >= 0) return Promise.resolve(kept.splice(index, 1)[0]?.value);
      if (signal.aborted) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const onAbort = () => {
          waiting.splice(waiting.indexOf(waiter), 1);
          resolve(undefined);
        };
        const waiter = {
          key,
          give: (value: unknown) => {
            signal.removeEventListener("abort", onAbort);
            resolve(value);
          },
        };
        waiting.push(waiter);
        signal.addEventListener("abort", onAbort, { once: true });
      });
    },
  };
}
