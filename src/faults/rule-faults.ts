import { acceptedWithoutAnswer } from "./accepted-without-answer.ts";
import { answerOnStandingStream } from "./answer-on-standing-stream.ts";
import { answersCrossed } from "./answers-crossed.ts";
import { answersMixed } from "./answers-mixed.ts";
import { answersReversed } from "./answers-reversed.ts";
import { brokenEnvelope } from "./broken-envelope.ts";
import { brokenJson } from "./broken-json.ts";
import { brokenRequest } from "./broken-request.ts";
import { bufferedStdout } from "./buffered-stdout.ts";
import { bufferedStream } from "./buffered-stream.ts";
import { byteOrderMark } from "./byte-order-mark.ts";
import { cancelIgnored } from "./cancel-ignored.ts";
import { clientNotification } from "./client-notification.ts";
import { contentEncoding } from "./content-encoding.ts";
import { cutAnswer } from "./cut-answer.ts";
import type { FaultDeclaration } from "./define-fault.ts";
import { discoveryRefused } from "./discovery-refused.ts";
import { drip } from "./drip.ts";
import { duplicateNames } from "./duplicate-names.ts";
import { emptyAnswer } from "./empty-answer.ts";
import { endlessCursor } from "./endless-cursor.ts";
import { endlessProgress } from "./endless-progress.ts";
import { errorResponse } from "./error-response.ts";
import { eventStreamForm } from "./event-stream-form.ts";
import { extraEvents } from "./extra-events.ts";
import { foreignOrigin } from "./foreign-origin.ts";
import { gluedMessages } from "./glued-messages.ts";
import { httpStatus } from "./http-status.ts";
import { hugeMessage } from "./huge-message.ts";
import { idleDrop } from "./idle-drop.ts";
import { initializedIgnored } from "./initialized-ignored.ts";
import { inventedProgress } from "./invented-progress.ts";
import { lateAnswer } from "./late-answer.ts";
import { lateHead } from "./late-head.ts";
import { lineForm } from "./line-form.ts";
import { listOutOfStep } from "./list-out-of-step.ts";
import { manyTools } from "./many-tools.ts";
import { notificationStorm } from "./notification-storm.ts";
import { oddContent } from "./odd-content.ts";
import { nullMembers } from "./null-members.ts";
import { oddInitialize } from "./odd-initialize.ts";
import { oddJson } from "./odd-json.ts";
import { oddNames } from "./odd-names.ts";
import { oddNotification } from "./odd-notification.ts";
import { oddNumber } from "./odd-number.ts";
import { oddProgress } from "./odd-progress.ts";
import { oddPrompt } from "./odd-prompt.ts";
import { oddResource } from "./odd-resource.ts";
import { oddResult } from "./odd-result.ts";
import { oddSchema } from "./odd-schema.ts";
import { oddSessionId } from "./odd-session-id.ts";
import { passThrough } from "./pass-through.ts";
import { passThroughBytes } from "./pass-through-bytes.ts";
import { processExit } from "./process-exit.ts";
import { redirect } from "./redirect.ts";
import { refuseExit } from "./refuse-exit.ts";
import { requestBatch } from "./request-batch.ts";
import { requestClosedEarly } from "./request-closed-early.ts";
import { requestEnvelope } from "./request-envelope.ts";
import { requestHeader } from "./request-header.ts";
import { requestId } from "./request-id.ts";
import { requestParams } from "./request-params.ts";
import { requestVersion } from "./request-version.ts";
import { responseHeader } from "./response-header.ts";
import { resultOfOtherMethod } from "./result-of-other-method.ts";
import { revisionRefused } from "./revision-refused.ts";
import { schemaViolation } from "./schema-violation.ts";
import { serverRestart } from "./server-restart.ts";
import { shortPages } from "./short-pages.ts";
import { slowAnswer } from "./slow-answer.ts";
import { slowReader } from "./slow-reader.ts";
import { slowStart } from "./slow-start.ts";
import { splitCharacter } from "./split-character.ts";
import { stall } from "./stall.ts";
import { stderrFlood } from "./stderr-flood.ts";
import { stdoutClosed } from "./stdout-closed.ts";
import { stdoutNoise } from "./stdout-noise.ts";
import { strayMessage } from "./stray-message.ts";
import { streamClosedAtOnce } from "./stream-closed-at-once.ts";
import { streamWithoutAnswer } from "./stream-without-answer.ts";
import { toolError } from "./tool-error.ts";
import { truncatedText } from "./truncated-text.ts";
import { unsolicitedRequest } from "./unsolicited-request.ts";
import { unsolicitedResponse } from "./unsolicited-response.ts";
import { versionMismatch } from "./version-mismatch.ts";
import { wrongContentLength } from "./wrong-content-length.ts";
import { wrongContentType } from "./wrong-content-type.ts";
import { wrongId } from "./wrong-id.ts";

/** The faults that rules alone arm, by what goes wrong: time, messages, bytes, HTTP, life cycle, lists, results, requests. */
export const RULE_FAULTS: readonly FaultDeclaration[] = [
  slowStart,
  slowAnswer,
  lateHead,
  drip,
  stall,
  bufferedStdout,
  slowReader,
  endlessProgress,
  idleDrop,
  wrongId,
  brokenEnvelope,
  errorResponse,
  resultOfOtherMethod,
  unsolicitedResponse,
  unsolicitedRequest,
  oddNotification,
  oddProgress,
  inventedProgress,
  notificationStorm,
  lateAnswer,
  cancelIgnored,
  initializedIgnored,
  answersReversed,
  answersCrossed,
  brokenJson,
  cutAnswer,
  splitCharacter,
  gluedMessages,
  byteOrderMark,
  lineForm,
  stdoutNoise,
  answersMixed,
  eventStreamForm,
  extraEvents,
  stderrFlood,
  httpStatus,
  redirect,
  acceptedWithoutAnswer,
  answerOnStandingStream,
  emptyAnswer,
  responseHeader,
  wrongContentType,
  contentEncoding,
  wrongContentLength,
  bufferedStream,
  streamWithoutAnswer,
  streamClosedAtOnce,
  processExit,
  serverRestart,
  stdoutClosed,
  refuseExit,
  versionMismatch,
  oddInitialize,
  revisionRefused,
  discoveryRefused,
  oddSessionId,
  endlessCursor,
  shortPages,
  oddSchema,
  duplicateNames,
  oddNames,
  manyTools,
  listOutOfStep,
  toolError,
  oddContent,
  oddPrompt,
  oddResource,
  nullMembers,
  schemaViolation,
  oddNumber,
  oddJson,
  truncatedText,
  hugeMessage,
  oddResult,
  requestEnvelope,
  requestHeader,
  foreignOrigin,
  requestId,
  requestVersion,
  requestParams,
  requestBatch,
  brokenRequest,
  requestClosedEarly,
  strayMessage,
  clientNotification,
  passThrough,
  passThroughBytes,
];
