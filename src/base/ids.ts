/** Makes ids that cannot be guessed (sessions, correlation). Injected, so that tests and recordings can have fixed ones. */
export type Ids = () => string;

/** Random UUIDs of this process. */
export const randomIds: Ids = () => crypto.randomUUID();

/** `prefix-1`, `prefix-2`, … : for tests. */
export function createSequentialIds(prefix: string): Ids {
  let count = 0;
  return () => `${prefix}-${++count}`;
}
