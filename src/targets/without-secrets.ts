import { isPlainWord } from "../base/plain-words.ts";
import { REDACTED } from "../base/redact.ts";
import { secretPatterns } from "../base/secret-patterns.ts";
import { cutSecrets } from "./cut-secrets.ts";
import type { OperationResult, TargetSession } from "./adapter.ts";

/**
 * A session that tells nothing of these secrets, in whatever encoding the server echoes them: results, failures, identity and stderr
 * are all without them. Nothing else is changed, also where a secret is a word of the protocol or one of the lab's own.
 */
export function withoutSecrets(session: TargetSession, secrets: readonly string[]): TargetSession {
  if (secrets.length === 0) return session;
  // The longest first: what holds another secret goes as a whole.
  const patterns = secrets.toSorted((a, b) => b.length - a.length).flatMap((secret) => secretPatterns(secret));
  const withoutCut = cutSecrets(secrets);
  const clean = <T>(value: T): T =>
    cleaned(value, (text) => withoutCut(patterns.reduce((left, { pattern }) => left.replace(pattern, REDACTED), text)));
  const told = async <T>(result: Promise<OperationResult<T>>): Promise<OperationResult<T>> => {
    const { outcome, ...rest } = await result;
    // Outcome and kind are the lab's own words, whatever the secret.
    if ("value" in rest) return { outcome, value: clean(rest.value) } as OperationResult<T>;
    const { kind, message, code, data } = rest.failure;
    return { outcome, failure: { kind, message: clean(message), code, data: clean(data) } } as OperationResult<T>;
  };
  const { connect, listen } = session;
  return {
    setUp: (operation) => told(session.setUp(operation)),
    call: (call, operation) => told(session.call(call, operation)),
    connect: connect === undefined ? undefined : (how, operation) => told(connect.call(session, how, operation)),
    listen: listen === undefined ? undefined : (operation) => told(listen.call(session, operation)),
    watch: (listener) => session.watch?.((notification) => listener(clean(notification))) ?? (() => {}),
    tallies: () => session.tallies?.() ?? [],
    ledger: () => session.ledger?.(),
    cleanUp: (operation) => told(session.cleanUp(operation)),
    stderrTail: () => clean(session.stderrTail()),
    observations: () => session.observations().map(({ kind, text }) => ({ kind, text: clean(text) })),
  };
}

/** The same value with every text in it made clean, names of members included. */
function cleaned<T>(value: T, clean: (text: string) => string): T {
  // Strings stay strings and objects keep their members, so that the type stays what it was.
  if (typeof value === "string") return (isPlainWord(value) ? value : clean(value)) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => cleaned(item, clean)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [cleaned(name, clean), cleaned<unknown>(member, clean)]),
  ) as T;
}
