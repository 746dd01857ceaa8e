/** Makes ids. Injected, so that tests and recordings can have fixed ones. */
export type Ids = () => string;

/** Random UUIDs, which cannot be guessed: for sessions. The first one costs a tenth of a start of Node.js. */
export const randomIds: Ids = () => crypto.randomUUID();

/** `prefix-1`, `prefix-2`, … : for what is told apart and is no secret. */
export function createSequentialIds(prefix: string): Ids {
  let count = 0;
  return () => `${prefix}-${++count}`;
}
