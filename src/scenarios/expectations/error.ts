import type { Expect } from "./expect.ts";
import { quoted } from "./describe.ts";

/** How the call failed. If an error is expected and none came, that is one failure, whatever was expected of it. */
export const expectError: Expect = ({ error: expected }, { outcome, failure }) => {
  if (expected === undefined) return [];
  if (failure === undefined) return [`error: expected an error, actual none: ${outcome}`];
  const failures: string[] = [];
  const { kind, code, messageContains } = expected;
  if (kind !== undefined && kind !== failure.kind)
    failures.push(`error.kind: expected ${kind}, actual ${failure.kind}: ${quoted(failure.message)}`);
  if (code !== undefined && code !== failure.code)
    failures.push(`error.code: expected ${code}, actual ${failure.code ?? "none"}: ${quoted(failure.message)}`);
  if (messageContains !== undefined && !failure.message.includes(messageContains))
    failures.push(`error.messageContains: expected ${quoted(messageContains)}, actual ${quoted(failure.message)}`);
  return failures;
};
