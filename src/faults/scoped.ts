import type { Mailbox, Wire } from "../wire/transform.ts";

/** What a rule keeps for each of its scopes (a session, a connection, the server): made when first asked for, gone with the scope. */
export function scoped<T>(create: () => T): (wire: Wire) => T {
  const kept = new WeakMap<Mailbox, { readonly value: T }>();
  return ({ shared }) => {
    const known = kept.get(shared) ?? { value: create() };
    kept.set(shared, known);
    return known.value;
  };
}
