import { initializeNotCancelled } from "./can-02-initialize-not-cancelled.ts";
import { cancelByMessage } from "./can-05-cancel-by-message.ts";
import { silenceAfterDisconnect } from "./can-07-silence-after-disconnect.ts";
import { cancelByMessageOnStdio } from "./can-09-cancel-by-message-on-stdio.ts";
import { silenceAfterCancel } from "./can-10-silence-after-cancel.ts";
import { noAnswerAfterCancel } from "./can-12-no-answer-after-cancel.ts";
import { crossingHarmless } from "./can-14-crossing-harmless.ts";
import { lateAnswerDropped } from "./can-15-late-answer-dropped.ts";
import type { Check } from "./check.ts";
import { initializedFollows } from "./lif-02-initialized-follows.ts";
import { leaveOnUnknownVersion } from "./lif-07-leave-on-unknown-version.ts";
import { versionHeader } from "./lif-08-version-header.ts";
import { foreignOrigin403 } from "./org-01-foreign-origin-403.ts";
import { cursorUnchanged } from "./pag-04-cursor-unchanged.ts";
import { emptyCursor } from "./pag-05-empty-cursor.ts";
import { progressRises } from "./prg-03-progress-rises.ts";
import { progressTokensKnown } from "./prg-04-progress-tokens-known.ts";
import { progressEnds } from "./prg-05-progress-ends.ts";
import { idNeverReused } from "./rpc-03-id-never-reused.ts";
import { idNotInFlight } from "./rpc-04-id-not-in-flight.ts";
import { resultBearsId } from "./rpc-05-result-bears-id.ts";
import { resultTypePresent } from "./rpc-11-result-type-present.ts";
import { sessionIdSent } from "./ses-03-session-id-sent.ts";
import { endedSessionIs404 } from "./ses-05-ended-session-is-404.ts";
import { newSessionAfter404 } from "./ses-06-new-session-after-404.ts";
import { getIsStreamOr405 } from "./sse-15-get-is-stream-or-405.ts";
import { noAnswerOnGet } from "./sse-17-no-answer-on-get.ts";
import { reissueWithNewId } from "./sse-29-reissue-with-new-id.ts";
import { stdoutPure } from "./std-02-stdout-pure.ts";
import { stdinPure } from "./std-03-stdin-pure.ts";
import { exitOnEof } from "./std-07-exit-on-eof.ts";
import { noServerRequests } from "./std-11-no-server-requests.ts";
import { listensAgain } from "./sub-11-listens-again.ts";
import { timeoutSendsCancel } from "./tmo-02-timeout-sends-cancel.ts";
import { timeoutCancels } from "./tmo-03-timeout-cancels.ts";

/** Every check of the lab, in the order in which they are listed everywhere: by their codes. */
export const CHECKS: readonly Check[] = [
  initializeNotCancelled,
  cancelByMessage,
  silenceAfterDisconnect,
  cancelByMessageOnStdio,
  silenceAfterCancel,
  noAnswerAfterCancel,
  crossingHarmless,
  lateAnswerDropped,
  initializedFollows,
  leaveOnUnknownVersion,
  versionHeader,
  foreignOrigin403,
  cursorUnchanged,
  emptyCursor,
  progressRises,
  progressTokensKnown,
  progressEnds,
  idNeverReused,
  idNotInFlight,
  resultBearsId,
  resultTypePresent,
  sessionIdSent,
  endedSessionIs404,
  newSessionAfter404,
  getIsStreamOr405,
  noAnswerOnGet,
  reissueWithNewId,
  stdoutPure,
  stdinPure,
  exitOnEof,
  noServerRequests,
  listensAgain,
  timeoutSendsCancel,
  timeoutCancels,
];

/** The check of that code; undefined where there is none. */
export function checkOf(code: string): Check | undefined {
  return CHECKS.find(({ id }) => id === code);
}
